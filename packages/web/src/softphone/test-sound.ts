import { createSounds, letGo } from './media.ts';

/** Heard at the loudspeaker chosen; done when it is over. */
const playAt = async (speaker: string, source: Blob | string): Promise<void> => {
  const address = typeof source === 'string' ? source : URL.createObjectURL(source);
  const audio = new Audio(address);
  try {
    if ('setSinkId' in audio) await audio.setSinkId(speaker);
    await audio.play();
    await new Promise(done => {
      audio.onended = done;
      audio.onerror = done;
    });
  } finally {
    if (typeof source !== 'string') URL.revokeObjectURL(address);
  }
};

const [rate, toneMs, pitch] = [8_000, 600, 440];
/** A short tone as a WAV file, made here. */
const toneFile = (): Blob => {
  const samples = Int16Array.from(
    { length: (rate * toneMs) / 1000 },
    (_, at) => 6_000 * Math.sin((2 * Math.PI * pitch * at) / rate) * Math.min(1, at / 200),
  );
  const head = new DataView(new ArrayBuffer(44));
  const words = [
    [0, 0x52494646],
    [8, 0x57415645],
    [12, 0x666d7420],
    [36, 0x64617461],
  ] as const;
  for (const [at, word] of words) head.setUint32(at, word);
  const sizes = [
    [4, 36 + samples.byteLength],
    [16, 16],
    [24, rate],
    [28, 2 * rate],
    [40, samples.byteLength],
  ] as const;
  for (const [at, size] of sizes) head.setUint32(at, size, true);
  // PCM, one channel, two bytes a sample.
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint16(32, 2, true);
  head.setUint16(34, 16, true);
  return new Blob([head, samples], { type: 'audio/wav' });
};

export const playTone = (speaker: string): Promise<void> => playAt(speaker, toneFile());

const echoMs = 3_000;
/** Records for three seconds, then plays it: what others hear of one. `onPlay` when the second half begins. */
export const echo = async (stream: MediaStream, speaker: string, onPlay: () => void): Promise<void> => {
  const recorder = new MediaRecorder(stream);
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const stopped = new Promise(done => {
    recorder.onstop = done;
  });
  recorder.start();
  setTimeout(() => recorder.state === 'recording' && recorder.stop(), echoMs);
  await stopped;
  onPlay();
  await playAt(speaker, new Blob(pieces, { type: recorder.mimeType }));
};

/** A microphone that is only listened to for its level. */
export const watchLevel = (stream: MediaStream) => {
  const sounds = createSounds();
  sounds.mine(stream, '');
  return {
    read: () => sounds.levels().mine,
    stop: () => {
      sounds.stop();
      letGo(stream);
    },
  };
};
