import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { EgressGuard } from '../../platform/egress-guard.ts';
import { pcmMessages } from '../pcm-messages.ts';
import type { Recogniser, RecogniserFault } from '../ports/recogniser.ts';
import { openRecogniserSocket } from '../recogniser-socket.ts';
import { ofOneSentence, withoutEnd, withoutGaps } from '../recogniser-words.ts';
import type { VendorAccount } from './account.ts';
import type { AliyunTokens } from './aliyun-token.ts';

/**
 * Aliyun's real-time recognition (help.aliyun.com/zh/isi/developer-reference/websocket, 实时语音识别 WebSocket协议说明): orders and
 * events are JSON with `header` and `payload`, sound is PCM of 8 kHz and goes once `TranscriptionStarted` has come;
 * `TranscriptionResultChanged` brings the sentence so far, `SentenceEnd` the whole of it. Hot words are a table made in
 * its console, taken by its id. Not tried against the real one.
 */
interface AliyunHearingOptions {
  readonly id: string;
  readonly egress: EgressGuard;
  readonly url: string;
  readonly account: VendorAccount;
  /** Id of a table of hot words; '' : none. */
  readonly vocabulary: string;
  readonly tokens: AliyunTokens;
}

/** 1,600 bytes, as its page asks for a message. */
const FRAMES_A_MESSAGE = 5;

const messageSchema = z.object({
  header: z.object({ name: z.string().max(60), status: z.number() }),
  payload: z.object({ result: z.string().max(8_000).optional() }).optional(),
});

/** 32 hexadecimal digits, as ids of messages and tasks must be. */
const newId = (): string => randomUUID().replaceAll('-', '');

/** Of `TaskFailed`: a token that ended or is none, too many at once, its own faults; else what was asked. */
const faultOfTask = (status: number): RecogniserFault => {
  if (status === 40_000_001) return 'keyRefused';
  if (status === 40_000_005) return 'tooMany';
  // It waited for sound, or broke by itself.
  return status === 40_000_004 || status >= 50_000_000 ? 'closed' : 'refused';
};

export const aliyunHearing = (options: AliyunHearingOptions): Recogniser => {
  const { id, egress, url, account, vocabulary, tokens } = options;
  return {
    id,
    isRealTime: true,
    listen: hears => {
      const task_id = newId();
      const order = (name: string, payload?: object): string => {
        const header = { message_id: newId(), task_id, namespace: 'SpeechTranscriber', name, appkey: account.appId };
        return JSON.stringify({ header, ...(payload && { payload }) });
      };
      const socket = openRecogniserSocket({
        egress,
        url: async () => {
          const signed = new URL(url);
          signed.searchParams.set('token', await tokens.of(account));
          return signed;
        },
        opening: order('StartTranscription', {
          format: 'pcm',
          sample_rate: 8_000,
          enable_intermediate_result: true,
          enable_punctuation_prediction: true,
          enable_inverse_text_normalization: true,
          ...(vocabulary === '' ? {} : { vocabulary_id: vocabulary }),
        }),
        parting: order('StopTranscription'),
        saysWhenStarted: true,
        ready: hears.ready,
        lost: because => {
          if (because === 'keyRefused') tokens.drop(account);
          hears.lost(because);
        },
        message: json => {
          const told = messageSchema.safeParse(json);
          if (!told.success) return false;
          const { name, status } = told.data.header;
          const text = withoutGaps(ofOneSentence(told.data.payload?.result ?? ''));
          if (name === 'TaskFailed') return { lost: faultOfTask(status) };
          if (name === 'TranscriptionStarted') return 'started';
          if (name === 'TranscriptionResultChanged') hears.words(text);
          else if (name === 'SentenceEnd') hears.sentence(withoutEnd(text));
          else return name === 'SentenceBegin' || name === 'TranscriptionCompleted';
          return true;
        },
      });
      return { sound: pcmMessages(FRAMES_A_MESSAGE, 8_000, socket.sound), close: socket.close };
    },
  };
};
