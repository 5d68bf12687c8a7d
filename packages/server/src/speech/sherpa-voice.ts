import { Worker } from 'node:worker_threads';
import { ServiceFailed } from './http-failure.ts';
import { MOST_CHARACTERS, SPEECH_LIMIT_MS } from './openai-speech.ts';
import type { Synthesiser } from './ports/synthesiser.ts';
import type { FromVoiceThread, ToVoiceThread } from './sherpa-messages.ts';
import { telephoneSound } from './telephone-sound.ts';

/** sherpa-onnx as a voice, for one process: one thread holds the model, for all that speak by it. */
interface SherpaVoices {
  readonly by: (manner: {
    /** Which of the model's speakers, from 0. */
    readonly sid: number;
    /** 0.5…2. */
    readonly speed: number;
  }) => Synthesiser;
  readonly close: () => Promise<void>;
}

type Spoken = Extract<FromVoiceThread, { type: 'spoken' }>;
interface Asked {
  readonly resolve: (spoken: Spoken) => void;
  readonly reject: (failure: ServiceFailed) => void;
}

/** A model of some hundred MB from a slow disk, and a sentence. */
const FIRST_LIMIT_MS = 60_000;
/** Sentences that wait: more are a machine that is too slow for them. */
const MOST_WAITING = 50;

/** The thread is started by the first sentence; one that does not answer in time is ended, and the next begins anew. */
export const openSherpaVoices = (folder: string): SherpaVoices => {
  const waiting = new Map<number, Asked>();
  let last = 0;
  let thread: Worker | null = null;
  let isLoaded = false;

  const fail = (because: ServiceFailed['because']): void => {
    void thread?.terminate();
    thread = null;
    isLoaded = false;
    const all = [...waiting.values()];
    waiting.clear();
    for (const { reject } of all) reject(new ServiceFailed(because));
  };

  const hear = (message: FromVoiceThread): void => {
    if (message.type === 'loaded') isLoaded = true;
    else if (message.type === 'refused') fail(message.because);
    else {
      const asked = waiting.get(message.id);
      if (message.type === 'spoken') asked?.resolve(message);
      else asked?.reject(new ServiceFailed('broken'));
    }
  };

  const start = (): Worker => {
    const started = new Worker(new URL('./sherpa-voice-thread.ts', import.meta.url), { workerData: { folder } });
    started.on('message', (message: FromVoiceThread) => started === thread && hear(message));
    started.on('error', () => started === thread && fail('library'));
    started.on('exit', () => started === thread && fail('broken'));
    started.unref();
    return started;
  };

  const ask = async (what: Omit<ToVoiceThread, 'id'>): Promise<Spoken> => {
    if (waiting.size >= MOST_WAITING) throw new ServiceFailed('tooMany');
    thread ??= start();
    last += 1;
    const id = last;
    const { promise, resolve, reject } = Promise.withResolvers<Spoken>();
    waiting.set(id, { resolve, reject });
    const limit = setTimeout(() => fail('timeout'), isLoaded ? SPEECH_LIMIT_MS : FIRST_LIMIT_MS);
    thread.postMessage({ id, ...what } satisfies ToVoiceThread);
    try {
      return await promise;
    } finally {
      clearTimeout(limit);
      waiting.delete(id);
    }
  };

  return {
    by: ({ sid, speed }) => ({
      voice: `sherpa ${folder} ${sid} ${speed}`,
      speak: async ({ text }) => {
        const { samples, sampleRate } = await ask({ text: text.slice(0, MOST_CHARACTERS), sid, speed });
        return telephoneSound(samples, sampleRate);
      },
      close: async () => undefined,
    }),
    close: async () => {
      const running = thread;
      thread = null;
      fail('broken');
      await running?.terminate();
    },
  };
};
