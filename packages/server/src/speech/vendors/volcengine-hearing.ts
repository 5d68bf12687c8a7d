import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { EgressGuard } from '../../platform/egress-guard.ts';
import { pcmMessages } from '../pcm-messages.ts';
import type { Recogniser, RecogniserFault } from '../ports/recogniser.ts';
import { openRecogniserSocket } from '../recogniser-socket.ts';
import { ofOneSentence, withoutEnd, withoutGaps } from '../recogniser-words.ts';
import type { VendorAccount } from './account.ts';
import { lastFrame, readFrame, requestFrame, soundFrame } from './volcengine-frames.ts';

/**
 * Volcengine's real-time recognition by its big model (www.volcengine.com/docs/6561/1354869, 大模型流式语音识别API): its account
 * goes in headers, messages are binary (`volcengine-frames.ts`), sound is PCM of 16 kHz and no other; with `result_type`
 * single a result holds what is said now, and an utterance that is `definite` is a whole sentence. Hot words go along. Not
 * tried against the real one.
 */
interface VolcengineHearingOptions {
  readonly id: string;
  readonly egress: EgressGuard;
  readonly url: string;
  /** Its application and the access token; no name of a key. */
  readonly account: Pick<VendorAccount, 'appId' | 'secret'>;
  /** Resource id: which model, by the hour or by connections. */
  readonly model: string;
  readonly hotwords: readonly string[];
}

/** 200 ms: best in its two-way mode, by its page. */
const FRAMES_A_MESSAGE = 10;
/** Silence that ends a sentence; its own 800 is as the others have it. */
const END_MS = 800;

const utteranceSchema = z.object({
  text: z.string().max(8_000),
  definite: z.boolean().default(false),
  end_time: z.number().default(-1),
});
const resultSchema = z.object({
  result: z
    .object({ text: z.string().max(60_000).default(''), utterances: z.array(utteranceSchema).max(200).default([]) })
    .optional(),
});

const request = (hotwords: readonly string[]) => ({
  user: { uid: 'call' },
  audio: { format: 'pcm', codec: 'raw', rate: 16_000, bits: 16, channel: 1 },
  request: {
    model_name: 'bigmodel',
    enable_itn: true,
    enable_punc: true,
    show_utterances: true,
    result_type: 'single',
    end_window_size: END_MS,
    // The protocol wants JSON inside a string.
    ...(hotwords.length === 0
      ? {}
      : { corpus: { context: JSON.stringify({ hotwords: hotwords.map(word => ({ word })) }) } }),
  },
});

/** 错误码: 45000081 is silence of ours, 55000031 too many, 550xxxxx its own. */
const faultOfCode = (code: number): RecogniserFault => {
  if (code === 55_000_031) return 'tooMany';
  return code === 45_000_081 || code >= 55_000_000 ? 'closed' : 'refused';
};

export const volcengineHearing = (options: VolcengineHearingOptions): Recogniser => {
  const { id, egress, url, account, model, hotwords } = options;
  return {
    id,
    isRealTime: true,
    listen: hears => {
      /** Until where sentences were told, in ms of sound: one may come again with the next result. */
      let toldMs = -1;
      const hear = ({ text, definite, end_time }: z.infer<typeof utteranceSchema>): void => {
        const said = withoutGaps(ofOneSentence(text));
        if (!definite) {
          if (said !== '') hears.words(said);
          return;
        }
        if (end_time <= toldMs) return;
        toldMs = end_time;
        hears.sentence(withoutEnd(said));
      };
      const socket = openRecogniserSocket({
        egress,
        url: new URL(url),
        headers: {
          'X-Api-App-Key': account.appId,
          'X-Api-Access-Key': account.secret,
          'X-Api-Resource-Id': model,
          'X-Api-Connect-Id': randomUUID(),
        },
        opening: requestFrame(request(hotwords)),
        parting: lastFrame(),
        saysWhenStarted: true,
        ready: hears.ready,
        lost: hears.lost,
        read: readFrame,
        message: answer => {
          const told = answer as ReturnType<typeof readFrame>;
          if (told === null) return false;
          if ('error' in told) return { lost: faultOfCode(told.error) };
          const result = resultSchema.safeParse(told.json);
          if (!result.success) return false;
          for (const utterance of result.data.result?.utterances ?? []) hear(utterance);
          // It answers the request before any sound.
          return 'started';
        },
      });
      const sound = pcmMessages(FRAMES_A_MESSAGE, 16_000, pcm => socket.sound(soundFrame(pcm)));
      return { sound, close: socket.close };
    },
  };
};
