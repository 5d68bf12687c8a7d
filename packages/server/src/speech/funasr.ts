import { z } from 'zod';
import type { EgressGuard } from '../platform/egress-guard.ts';
import { pcmMessages } from './pcm-messages.ts';
import type { Recogniser } from './ports/recogniser.ts';
import { bearer, openRecogniserSocket } from './recogniser-socket.ts';
import { ofOneSentence, withoutEnd, withoutGaps } from './recogniser-words.ts';

/**
 * FunASR's runtime over WebSocket, real-time "2pass" (github.com/modelscope/FunASR, runtime/docs/websocket_protocol.md):
 * a JSON of settings, then PCM; `2pass-online` messages bring the next words of a sentence, `2pass-offline` the whole
 * sentence again by the better model, once its own voice activity has found the end.
 */
interface FunAsrOptions {
  readonly id: string;
  readonly egress: EgressGuard;
  readonly url: string;
  /** For a proxy before it that asks for one; the runtime itself knows none. */
  readonly key: string;
  /** Words it should expect (names, products), with their weight; many models take none. */
  readonly hotwords: readonly string[];
}

/** 60 ms a message, the stride of `chunk_size` 5,10,5 at `chunk_interval` 10. */
const FRAMES_A_MESSAGE = 3;
/** What the protocol's own examples weigh theirs with. */
const HOTWORD_WEIGHT = 20;

const messageSchema = z.object({ mode: z.string().max(40), text: z.string().max(8_000) });

const settings = (hotwords: readonly string[]) => ({
  mode: '2pass',
  wav_name: 'call',
  wav_format: 'pcm',
  audio_fs: 16_000,
  is_speaking: true,
  chunk_size: [5, 10, 5],
  chunk_interval: 10,
  itn: true,
  // The protocol wants JSON inside a string.
  ...(hotwords.length === 0
    ? {}
    : { hotwords: JSON.stringify(Object.fromEntries(hotwords.map(word => [word, HOTWORD_WEIGHT]))) }),
});

export const funAsr = ({ id, egress, url, key, hotwords }: FunAsrOptions): Recogniser => ({
  id,
  listen: hears => {
    let soFar = '';
    const socket = openRecogniserSocket({
      egress,
      url: new URL(url),
      protocols: ['binary'],
      headers: bearer(key),
      opening: JSON.stringify(settings(hotwords)),
      parting: JSON.stringify({ is_speaking: false }),
      ready: hears.ready,
      lost: hears.lost,
      message: json => {
        const told = messageSchema.safeParse(json);
        if (!told.success) return false;
        const { mode, text } = told.data;
        if (mode === '2pass-online') {
          soFar = ofOneSentence(soFar + text);
          hears.words(withoutGaps(soFar));
          return true;
        }
        if (mode !== '2pass-offline') return false;
        soFar = '';
        hears.sentence(withoutEnd(withoutGaps(text)));
        return true;
      },
    });
    return { sound: pcmMessages(FRAMES_A_MESSAGE, 16_000, socket.sound), close: socket.close };
  },
});
