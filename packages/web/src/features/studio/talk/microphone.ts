/** What is said into the microphone, as a WAV of one channel at 16 kHz; 20 s at most, as the endpoint takes. */
export interface Take {
  readonly end: () => Promise<File>;
  readonly drop: () => void;
}

const rate = 16_000;
const longestMs = 20_000;
const headerBytes = 44;

/** Rejects where there is no microphone or nobody allows it. */
export const startTake = async (): Promise<Take> => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, echoCancellation: true } });
  const recorder = new MediaRecorder(stream);
  const pieces: Blob[] = [];
  const over = new Promise<void>(resolve => {
    recorder.onstop = () => resolve();
  });
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  recorder.start();
  const stop = () => {
    clearTimeout(limit);
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  };
  const limit = setTimeout(stop, longestMs);
  return {
    drop: stop,
    end: async () => {
      stop();
      await over;
      return wavOf(await new Blob(pieces).arrayBuffer());
    },
  };
};

const wavOf = async (recorded: ArrayBuffer): Promise<File> => {
  // Decoding to this context's rate resamples as well.
  const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(recorded);
  const samples = sound.getChannelData(0).subarray(0, (longestMs / 1_000) * rate);
  const bytes = new DataView(new ArrayBuffer(headerBytes + samples.length * 2));
  const word = (at: number, text: string) => {
    for (let index = 0; index < text.length; index++) bytes.setUint8(at + index, text.charCodeAt(index));
  };
  word(0, 'RIFF');
  bytes.setUint32(4, 36 + samples.length * 2, true);
  word(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, rate, true);
  bytes.setUint32(28, rate * 2, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  word(36, 'data');
  bytes.setUint32(40, samples.length * 2, true);
  for (const [index, sample] of samples.entries())
    bytes.setInt16(headerBytes + index * 2, Math.max(-1, Math.min(1, sample)) * 32_767, true);
  return new File([bytes.buffer], 'spoken.wav', { type: 'audio/wav' });
};
