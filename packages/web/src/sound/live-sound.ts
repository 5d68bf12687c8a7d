import { decodeStereo } from './alaw.ts';
import { mostAheadSeconds, place } from './jitter.ts';

/**
 * The sound of a live call: a stream of headerless stereo A-law at 8 kHz, left callee, right robot, as the server sends
 * it. Pieces are scheduled one after the other on the audio clock. Ends when the stream does, or when stopped.
 */
const sampleRate = 8_000;
/** Pieces shorter than this are joined first: fewer seams. 60 ms. */
const pieceBytes = 2 * (sampleRate * 0.06);

export interface LiveSound {
  readonly stop: () => void;
  /** Settles when the stream ends or is stopped; rejects when it breaks. */
  readonly ended: Promise<void>;
}

/** Below −40 dB of full scale: the noise of a line. */
const quietest = 0.01;
const isQuiet = (samples: Float32Array): boolean => samples.every(sample => Math.abs(sample) < quietest);

const schedule = (context: AudioContext) => {
  let nextAt = 0;
  return (bytes: Uint8Array) => {
    const { left, right } = decodeStereo(bytes);
    const where = place(context.currentTime, nextAt, isQuiet(left) && isQuiet(right));
    if (!where.play) return;
    const buffer = context.createBuffer(2, left.length, sampleRate);
    buffer.copyToChannel(left, 0);
    buffer.copyToChannel(right, 1);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    source.start(where.at);
    nextAt = where.at + buffer.duration;
  };
};

const pump = async (url: string, context: AudioContext, signal: AbortSignal) => {
  const response = await fetch(url, { signal });
  if (!response.ok || response.body === null) throw new Error(`live sound: HTTP ${response.status}`);
  const play = schedule(context);
  let kept = new Uint8Array(0);
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const joined = new Uint8Array(kept.length + value.length);
    joined.set(kept);
    joined.set(value, kept.length);
    const whole = joined.length >= pieceBytes ? joined.length & ~1 : 0;
    if (whole > 0) play(joined.subarray(0, whole));
    kept = joined.slice(whole);
  }
  // What is still in the buffer is heard out, unless one stops listening.
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, mostAheadSeconds * 1000);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
};

/** Must be called from a click: browsers start sound only then. */
export const listen = (url: Promise<string>): LiveSound => {
  const context = new AudioContext({ latencyHint: 'interactive' });
  const stopped = new AbortController();
  const run = async () => {
    try {
      await context.resume();
      await pump(await url, context, stopped.signal);
    } catch (error) {
      if (!stopped.signal.aborted) throw error;
    } finally {
      await context.close();
    }
  };
  return { stop: () => stopped.abort(), ended: run() };
};
