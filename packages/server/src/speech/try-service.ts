import { readFile } from 'node:fs/promises';
import type { SpeechFault } from '@lianxian/contract';
import { faultOf } from './http-failure.ts';
import type { LanguageModel } from './language-model.ts';
import type { Recogniser } from './ports/recogniser.ts';
import type { Synthesiser } from './ports/synthesiser.ts';

/** A real exchange with a service, for who sets it up: how long it took, or why it failed; never rejects. */
interface Tried {
  readonly ms: number;
  readonly fault: SpeechFault | null;
  readonly said: string;
  /** What a synthesiser spoke, A-law. */
  readonly sound?: Uint8Array;
}

/** 「您好，我想预约周六上午的体验课」 by the built-in voice, A-law. */
const SENTENCE = new URL('./test-sentence.alaw', import.meta.url);
const FRAME_BYTES = 160;
const FRAME_MS = 20;
const SILENCE = new Uint8Array(FRAME_BYTES).fill(0xd5);
/** Speech of three seconds, and what a big model on a slow machine takes after it. */
const HEAR_MS = 12_000;
const MODEL_MS = 15_000;
const MOST_SAID = 80;

const timed = async (ask: () => Promise<string>): Promise<Tried> => {
  const since = performance.now();
  const ms = () => Math.round(performance.now() - since);
  try {
    const said = await ask();
    return { ms: ms(), fault: null, said: said.slice(0, MOST_SAID) };
  } catch (error) {
    return { ms: ms(), fault: faultOf(error), said: '' };
  }
};

export const trySynthesiser = async (open: () => Promise<Synthesiser>): Promise<Tried> => {
  let sound: Uint8Array | undefined;
  const tried = await timed(async () => {
    const voice = await open();
    sound = await voice.speak({ text: '您好，这是一次试听。', fixed: true, spoken: 'asWritten' });
    return `${(sound.length / 8_000).toFixed(1)} s`;
  });
  return sound === undefined ? tried : { ...tried, sound };
};

export const tryModel = async (model: LanguageModel): Promise<Tried> => {
  let fault: SpeechFault | null = null;
  const tried = await timed(async () => {
    const answer = await model.answer(
      {
        type: 'llm',
        node: 'test',
        goal: '回答对方的问候',
        facts: '我们是一家培训学校。',
        forbidden: [],
        exits: [],
        said: [{ by: 'callee', text: '您好，你们是做什么的？' }],
      },
      AbortSignal.timeout(MODEL_MS),
    );
    if (answer.type === 'said') return answer.text;
    fault = answer.type === 'failed' && answer.because === 'forbidden' ? 'forbidden' : 'nonsense';
    return '';
  });
  return { ...tried, fault: tried.fault ?? fault };
};

/** Speaks the sentence as a callee would; the time is from its last sound to what was understood. */
export const tryRecogniser = async (recogniser: Recogniser): Promise<Tried> => {
  const sound = await readFile(SENTENCE);
  const { promise, resolve } = Promise.withResolvers<Tried>();
  const begun = performance.now();
  let spokenAt: number | null = null;
  let words = '';
  const done = (fault: SpeechFault | null, said: string): void =>
    resolve({
      ms: Math.max(0, Math.round(performance.now() - (spokenAt ?? begun))),
      fault,
      said: said.slice(0, MOST_SAID),
    });
  const hearing = recogniser.listen({
    ready: () => undefined,
    words: text => {
      words = text;
    },
    sentence: text => text !== '' && done(null, text),
    lost: because => done(because, ''),
  });
  let at = 0;
  let frames = 0;
  const pace = setInterval(() => {
    // Late ticks are made up for: it must not sound slower than it was spoken.
    for (const due = (performance.now() - begun) / FRAME_MS; frames < due; frames += 1) {
      const frame = sound.subarray(at, at + FRAME_BYTES);
      at += FRAME_BYTES;
      if (frame.length === FRAME_BYTES) hearing.sound(frame);
      else {
        spokenAt ??= performance.now();
        hearing.sound(SILENCE);
      }
    }
  }, FRAME_MS);
  // Words without an end are understood as well; nothing at all is a fault.
  const limit = setTimeout(() => done(words === '' ? 'heardNothing' : null, words), HEAR_MS);
  const tried = await promise;
  clearInterval(pace);
  clearTimeout(limit);
  hearing.close();
  return tried;
};
