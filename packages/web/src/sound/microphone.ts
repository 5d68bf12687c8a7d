import captureUrl from './capture-worklet.ts?worker&url';
import { wavFile } from './wav-file.ts';

/** What is being recorded. One of both ends it and lets go of the microphone. */
export interface Take {
  /** The loudest of the last moment, 0…1. */
  readonly level: () => number;
  /** Ms so far. */
  readonly lengthMs: () => number;
  readonly stop: () => Promise<File>;
  readonly drop: () => void;
}

/** The server takes five minutes; what comes later is not kept. */
const mostSeconds = 300;
/** The level falls by so much with each block: a meter that can be read. */
const falls = 0.92;

/** Asks for the microphone and records. Rejects when there is none, or one says no. */
export const recordTake = async (): Promise<Take> => {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: false, noiseSuppression: true, autoGainControl: true },
  });
  const context = new AudioContext();
  const letGo = (): void => {
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  try {
    await context.audioWorklet.addModule(captureUrl);
  } catch (error) {
    letGo();
    throw error;
  }
  const blocks: Float32Array[] = [];
  let length = 0;
  let level = 0;
  const capture = new AudioWorkletNode(context, 'capture', { numberOfOutputs: 0 });
  capture.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
    if (length > mostSeconds * context.sampleRate) return;
    blocks.push(data);
    length += data.length;
    level = Math.max(
      level * falls,
      data.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
    );
  };
  context.createMediaStreamSource(stream).connect(capture);
  return {
    level: () => level,
    lengthMs: () => (length * 1000) / context.sampleRate,
    stop: async () => {
      const { sampleRate } = context;
      letGo();
      const samples = new Float32Array(length);
      let at = 0;
      for (const block of blocks) {
        samples.set(block, at);
        at += block.length;
      }
      return wavFile(samples, sampleRate, 'take.wav');
    },
    drop: letGo,
  };
};
