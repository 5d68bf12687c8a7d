import { z } from 'zod';
import type { EgressGuard } from '../platform/egress-guard.ts';
import { pcmMessages } from './pcm-messages.ts';
import type { Recogniser } from './ports/recogniser.ts';
import { bearer, openRecogniserSocket } from './recogniser-socket.ts';
import { withoutGaps } from './recogniser-words.ts';

/**
 * Vosk's server over WebSocket (alphacephei.com/vosk/server; github.com/alphacep/vosk-server, websocket/asr_server.py):
 * `{"config": {"sample_rate": …}}`, then PCM; every message is answered by `{"partial": …}` or, when the sentence is
 * over, `{"text": …}`. It is asked with 8 kHz, as its telephone models want it; others resample by themselves.
 */
interface VoskOptions {
  readonly id: string;
  readonly egress: EgressGuard;
  readonly url: string;
  /** For a proxy before it that asks for one. */
  readonly key: string;
}

/** A tenth of a second: each message costs an answer. */
const FRAMES_A_MESSAGE = 5;

const messageSchema = z.union([
  z.object({ partial: z.string().max(8_000) }),
  z.object({ text: z.string().max(8_000) }),
  // With `max_alternatives` set on the server.
  z.object({ alternatives: z.array(z.object({ text: z.string().max(8_000) })).min(1) }),
]);

export const vosk = ({ id, egress, url, key }: VoskOptions): Recogniser => ({
  id,
  listen: hears => {
    const socket = openRecogniserSocket({
      egress,
      url: new URL(url),
      headers: bearer(key),
      // No `phrase_list`: it would let nothing else be understood.
      opening: JSON.stringify({ config: { sample_rate: 8_000 } }),
      // The server compares letter by letter.
      parting: '{"eof" : 1}',
      ready: hears.ready,
      lost: hears.lost,
      message: json => {
        const told = messageSchema.safeParse(json);
        if (!told.success) return false;
        if ('partial' in told.data) {
          if (told.data.partial !== '') hears.words(withoutGaps(told.data.partial));
          return true;
        }
        const text = 'text' in told.data ? told.data.text : told.data.alternatives[0]!.text;
        // Silence is answered by an empty sentence.
        if (text !== '') hears.sentence(withoutGaps(text));
        return true;
      },
    });
    return { sound: pcmMessages(FRAMES_A_MESSAGE, 8_000, socket.sound), close: socket.close };
  },
});
