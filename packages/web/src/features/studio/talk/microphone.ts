import { talkLimits } from '@lianxian/contract';
import { wavFile } from '../../../sound/wav-file.ts';

/** What is said into the microphone, as a WAV of one channel at 16 kHz; as long as the endpoint takes. */
export interface Take {
  readonly end: () => Promise<File>;
  readonly drop: () => void;
}

const rate = 16_000;
const longestMs = talkLimits.hearSeconds * 1_000;

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
  return wavFile(sound.getChannelData(0).subarray(0, (longestMs / 1_000) * rate), rate, 'spoken.wav');
};
