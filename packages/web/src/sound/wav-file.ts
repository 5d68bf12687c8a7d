/** Sound of one channel as a WAV file of 16-bit samples: what the server takes. */
export const wavFile = (samples: Float32Array, sampleRate: number, name: string): File => {
  const bytes = new DataView(new ArrayBuffer(44 + samples.length * 2));
  const word = (at: number, text: string) => {
    for (const [n, char] of [...text].entries()) bytes.setUint8(at + n, char.charCodeAt(0));
  };
  word(0, 'RIFF');
  bytes.setUint32(4, 36 + samples.length * 2, true);
  word(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, sampleRate, true);
  bytes.setUint32(28, sampleRate * 2, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  word(36, 'data');
  bytes.setUint32(40, samples.length * 2, true);
  for (const [n, sample] of samples.entries())
    bytes.setInt16(44 + n * 2, Math.max(-1, Math.min(1, sample)) * 32_767, true);
  return new File([bytes], name.replace(/\.[^.]*$/, '').concat('.wav'), { type: 'audio/wav' });
};

/** Twice what a telephone needs: the server takes the rest away with its own filter. */
const sentRate = 16_000;
const quiet = 0.001;

/** The mean of the sides that sound. */
const mixed = (buffer: AudioBuffer): Float32Array => {
  const sides = Array.from({ length: buffer.numberOfChannels }, (_, n) => buffer.getChannelData(n));
  const sounding = sides.filter(side => side.some(sample => Math.abs(sample) > quiet));
  const [first = sides[0]!, ...others] = sounding;
  return first.map((sample, n) => others.reduce((sum, side) => sum + side[n]!, sample) / (others.length + 1));
};

/**
 * Whatever this browser can play (mp3, m4a, ogg, flac, wav of any rate) as a WAV the server takes. A file it cannot play
 * goes as it is: the server's sentence says what is wrong with it.
 */
export const asWav = async (file: File): Promise<File> => {
  if (file.size === 0) return file;
  try {
    const buffer = await new OfflineAudioContext(1, 1, sentRate).decodeAudioData(await file.arrayBuffer());
    return wavFile(mixed(buffer), sentRate, file.name);
  } catch {
    return file;
  }
};
