import { resample, speechWav, tone } from '@lianxian/telephony';

/** A WAV of 16-bit samples at 8 kHz: a tone, with a rest before and behind it. */
export const wavOf = (hertz: number, ms: number, loud = 0.3): Buffer => {
  const voice = tone([hertz], ms, loud);
  const samples = new Int16Array(voice.length + 8_000);
  samples.set(voice, 4_000);
  return speechWav(samples, null);
};

/** PCM of any rate and width, so many channels that all say the same. */
export const pcmWav = (rate: number, bits: 8 | 16 | 24 | 32, channels: number, ms: number): Buffer => {
  const samples = resample(tone([440], ms, 0.2), 8_000, rate);
  const width = bits / 8;
  const data = Buffer.alloc(samples.length * width * channels);
  let at = 0;
  for (const sample of samples)
    for (let channel = 0; channel < channels; channel += 1, at += width) {
      if (bits === 8) data.writeUInt8((sample >> 8) + 128, at);
      else data.writeIntLE(sample * 2 ** (bits - 16), at, width);
    }
  return riff(1, rate, bits, channels, data);
};

export const floatWav = (rate: number, ms: number): Buffer => {
  const samples = resample(tone([440], ms, 0.2), 8_000, rate);
  const data = Buffer.alloc(samples.length * 4);
  samples.forEach((sample, at) => void data.writeFloatLE(sample / 32_768, at * 4));
  return riff(3, rate, 32, 1, data);
};

const riff = (coding: number, rate: number, bits: number, channels: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(data.length + 36, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(coding, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE((rate * channels * bits) / 8, 28);
  head.writeUInt16LE((channels * bits) / 8, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
};
