import { Worker } from 'node:worker_threads';
import { decodeAlaw } from '@lianxian/telephony';
import type { Recogniser, RecogniserFault, RecogniserHears } from './ports/recogniser.ts';
import { withoutGaps } from './recogniser-words.ts';
import type { FromThread, ToThread } from './sherpa-messages.ts';
import { createDoubler } from './upsample.ts';

/** sherpa-onnx for the calls of one process: one thread holds the model, each call is a stream of it. */
interface SherpaOptions {
  readonly id: string;
  readonly folder: string;
}

/** A tenth of a second a message. */
const FRAMES_A_MESSAGE = 5;
/** 5 s that it has not taken: it is slower than people speak. */
const MOST_UNTAKEN = 50;
/** A model of 600 MB from a slow disk. */
const LOAD_MS = 60_000;

const floats = (samples: Int16Array): Float32Array => Float32Array.from(samples, sample => sample / 32_768);

interface Stream {
  readonly hears: RecogniserHears;
  untaken: number;
}

/** The thread is started by the first call and lives as long as `close` is not called. */
export const sherpa = ({ id, folder }: SherpaOptions): Recogniser & { readonly close: () => Promise<void> } => {
  const streams = new Map<number, Stream>();
  let last = 0;
  let thread: Worker | null = null;
  let isLoaded = false;
  let late: NodeJS.Timeout | undefined;

  const fail = (because: RecogniserFault): void => {
    clearTimeout(late);
    void thread?.terminate();
    thread = null;
    isLoaded = false;
    const all = [...streams.values()];
    streams.clear();
    for (const { hears } of all) hears.lost(because);
  };

  const hear = (message: FromThread): void => {
    if (message.type === 'refused') fail(message.because);
    else if (message.type === 'loaded') {
      isLoaded = true;
      clearTimeout(late);
      for (const { hears } of streams.values()) hears.ready();
    } else {
      const stream = streams.get(message.stream);
      if (message.type !== 'taken') stream?.hears[message.type](withoutGaps(message.text));
      else if (stream) stream.untaken -= 1;
    }
  };

  const start = (): Worker => {
    const started = new Worker(new URL('./sherpa-thread.ts', import.meta.url), { workerData: { folder } });
    started.on('message', (message: FromThread) => started === thread && hear(message));
    started.on('error', () => started === thread && fail('library'));
    started.on('exit', () => started === thread && fail('closed'));
    started.unref();
    late = setTimeout(() => fail('slow'), LOAD_MS);
    late.unref();
    return started;
  };

  const tell = (message: ToThread): void => thread?.postMessage(message);

  return {
    id,
    listen: hears => {
      thread ??= start();
      last += 1;
      const mine = last;
      const stream: Stream = { hears, untaken: 0 };
      streams.set(mine, stream);
      tell({ type: 'open', stream: mine });
      if (isLoaded) setImmediate(() => streams.has(mine) && hears.ready());
      const double = createDoubler();
      let gathered: Float32Array[] = [];
      return {
        sound: frame => {
          if (!streams.has(mine)) return;
          gathered.push(floats(double(decodeAlaw(frame))));
          if (gathered.length < FRAMES_A_MESSAGE) return;
          // While the model loads nobody takes anything: the oldest sound of a call that waits is not worth keeping.
          const pieces = gathered.splice(0);
          if (!isLoaded && stream.untaken >= MOST_UNTAKEN) return;
          if (stream.untaken >= MOST_UNTAKEN) {
            streams.delete(mine);
            tell({ type: 'close', stream: mine });
            return hears.lost('slow');
          }
          stream.untaken += 1;
          const samples = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
          let at = 0;
          for (const piece of pieces) {
            samples.set(piece, at);
            at += piece.length;
          }
          tell({ type: 'sound', stream: mine, samples });
        },
        close: () => {
          if (streams.delete(mine)) tell({ type: 'close', stream: mine });
          gathered = [];
        },
      };
    },
    close: async () => {
      clearTimeout(late);
      const running = thread;
      thread = null;
      streams.clear();
      await running?.terminate();
    },
  };
};
