import { endpoints } from '@lianxian/contract';
import { signIn } from '../../journeys/house/api.ts';
import { startHouse } from '../../journeys/house/house.ts';
import type { Sample } from './figures.ts';

/** How long a person waits for a recording of a minute: from the first byte sent to its waveform. */
interface VoicesFigure {
  readonly minuteMs: number;
}

const SECONDS = 60;
const RATE = 48_000;
const CHANNELS = 2;
const BYTES = 2;

/** A minute as a studio hands it in: 48 kHz, stereo, 16 bits; noise in syllables, so that every stage has work. */
const minute = (): Buffer => {
  const frames = SECONDS * RATE;
  const data = Buffer.alloc(44 + frames * CHANNELS * BYTES);
  data.write('RIFF', 0, 'latin1');
  data.writeUInt32LE(data.length - 8, 4);
  data.write('WAVEfmt ', 8, 'latin1');
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(CHANNELS, 22);
  data.writeUInt32LE(RATE, 24);
  data.writeUInt32LE(RATE * CHANNELS * BYTES, 28);
  data.writeUInt16LE(CHANNELS * BYTES, 32);
  data.writeUInt16LE(BYTES * 8, 34);
  data.write('data', 36, 'latin1');
  data.writeUInt32LE(data.length - 44, 40);
  for (let n = 0; n < frames; n += 1) {
    const syllable = Math.abs(Math.sin(n / 7_000));
    const sample = Math.round(9_000 * syllable * Math.sin(n / 20 + Math.sin(n / 331)));
    for (let channel = 0; channel < CHANNELS; channel += 1)
      data.writeInt16LE(sample, 44 + (n * CHANNELS + channel) * BYTES);
  }
  return data;
};

/** The first upload starts the thread that makes sounds; it is measured like the others. */
export const measureVoices = async (rounds: number): Promise<VoicesFigure[]> => {
  const house = await startHouse({ PRACTICE: 'off', LOG_LEVEL: 'warn' });
  try {
    const api = await signIn(house);
    const sound = new Blob([new Uint8Array(minute())]);
    const figures: VoicesFigure[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      await api.upload(endpoints.audio.upload, sound, `${round}.wav`);
      figures.push({ minuteMs: performance.now() - begun });
    }
    return figures;
  } finally {
    await house.stop();
  }
};

export const voicesSamples = (figures: readonly VoicesFigure[]): Sample[] => [
  {
    zh: `上传 ${SECONDS} 秒录音（48 kHz 立体声），到波形可用`,
    en: `A recording of ${SECONDS} s uploaded (48 kHz stereo), until its waveform is there`,
    unit: 's',
    digits: 2,
    values: figures.map(({ minuteMs }) => minuteMs / 1_000),
  },
];
