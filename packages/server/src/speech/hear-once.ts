import { ServiceFailed } from './http-failure.ts';
import type { Recogniser, RecogniserFault } from './ports/recogniser.ts';

/**
 * What somebody says into a test talk, by the recogniser that listens to calls: given four times as fast as it was
 * spoken, with the silence behind it by which a recogniser knows that it is over. A-law, 8 kHz.
 */
const FRAME_BYTES = 160;
const FRAME_MS = 20;
const TIMES = 4;
/** Of a recogniser that takes no more than real time. */
const REAL_TIMES = 1;
const SILENCE_MS = 1_600;
/** A turn of a talk. */
const MOST_BYTES = 30 * 8_000;
/** After the last sound. */
const LIMIT_MS = 8_000;
/** After a sentence another may follow: two breaths in one turn. */
const MORE_MS = 700;

/** Why it was lost that whoever tries a plan can do something about. */
const isSaid = (because: RecogniserFault): because is 'notAllowed' | 'keyRefused' | 'refused' | 'tooMany' =>
  because === 'notAllowed' || because === 'keyRefused' || because === 'refused' || because === 'tooMany';

/** '' when nothing was understood. @throws {ServiceFailed} when it was lost before anything came. */
export const hearOnce = async (recogniser: Recogniser, sound: Uint8Array): Promise<string> => {
  const times = recogniser.isRealTime === true ? REAL_TIMES : TIMES;
  const silence = new Uint8Array((SILENCE_MS / FRAME_MS) * FRAME_BYTES).fill(0xd5);
  const all = Buffer.concat([sound.subarray(0, MOST_BYTES), silence]);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sentences: string[] = [];
  let words = '';
  let more: NodeJS.Timeout | undefined;
  let isSent = false;
  const waitForMore = (): void => {
    clearTimeout(more);
    if (isSent && sentences.length > 0) more = setTimeout(resolve, MORE_MS);
  };
  const hearing = recogniser.listen({
    ready: () => undefined,
    words: text => {
      words = text;
    },
    sentence: text => {
      words = '';
      if (text !== '') sentences.push(text);
      waitForMore();
    },
    lost: because => reject(new ServiceFailed(isSaid(because) ? because : 'unreachable')),
  });
  const begun = performance.now();
  let frames = 0;
  const pace = setInterval(() => {
    const due = ((performance.now() - begun) / FRAME_MS) * times;
    for (; frames < due && (frames + 1) * FRAME_BYTES <= all.length; frames += 1)
      hearing.sound(all.subarray(frames * FRAME_BYTES, (frames + 1) * FRAME_BYTES));
    if ((frames + 1) * FRAME_BYTES <= all.length) return;
    clearInterval(pace);
    isSent = true;
    waitForMore();
  }, FRAME_MS / times);
  const limit = setTimeout(resolve, all.length / 8 / times + LIMIT_MS);
  try {
    await promise.catch((error: unknown) => {
      if (sentences.length === 0 && words === '') throw error;
    });
    return [...sentences, words].filter(text => text !== '').join('，');
  } finally {
    clearInterval(pace);
    clearTimeout(limit);
    clearTimeout(more);
    hearing.close();
  }
};
