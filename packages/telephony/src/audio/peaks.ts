import { open } from 'node:fs/promises';
import { alawToLinear } from './g711.ts';
import { createQuiet, type QuietStretch } from './quiet.ts';
import { readWavHeader, type WavFormat, type WavRefusal } from './wav.ts';

/**
 * The waveform of a recording: for each of `columns` equal stretches the loudest sample of either side, 0…1, and where it
 * is quiet. Reads the file in pieces of 64 KB, so an hour costs no more memory than a minute; a file that is still growing is read as far as
 * it reaches.
 */
export interface RecordingPeaks {
  readonly callee: readonly number[];
  readonly robot: readonly number[];
  readonly quiet: readonly QuietStretch[];
  readonly durationMs: number;
}

const PIECE_BYTES = 64 * 1024;
const MAX_COLUMNS = 10_000;
const HEAD_BYTES = 4_096;

/** Stereo A-law of ours alone; anything else is refused by name. Rejects with the system's error when it cannot be read. */
export const recordingPeaks = async (
  file: string,
  columns: number,
): Promise<RecordingPeaks | WavRefusal | 'notRecording'> => {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const piece = Buffer.alloc(PIECE_BYTES);
    const { bytesRead } = await handle.read(piece, 0, HEAD_BYTES, 0);
    const format = readWavHeader(piece.subarray(0, bytesRead), size);
    if (typeof format === 'string') return format;
    if (format.coding !== 'alaw' || format.channels !== 2) return 'notRecording';
    const peaks = createPeaks(format, Math.max(1, Math.min(MAX_COLUMNS, Math.floor(columns))));
    for (let at = 0; at < format.dataBytes; ) {
      const wanted = Math.min(PIECE_BYTES, format.dataBytes - at);
      const { bytesRead: got } = await handle.read(piece, 0, wanted, format.dataStart + at);
      if (got === 0) break;
      peaks.take(piece.subarray(0, got), at);
      at += got;
    }
    return peaks.result();
  } finally {
    await handle.close();
  }
};

/** Magnitudes of A-law codes, 0…1. */
const magnitudes = Float32Array.from(alawToLinear, sample => Math.abs(sample) / 32_768);

const createPeaks = ({ dataBytes, sampleRate }: WavFormat, columns: number) => {
  const sides = [new Float32Array(columns), new Float32Array(columns)] as const;
  const quiet = createQuiet(dataBytes, sampleRate);
  return {
    take: (piece: Uint8Array, at: number): void => {
      quiet.take(piece, at);
      for (let i = 0; i < piece.length; i += 1) {
        const column = Math.floor(((at + i) * columns) / dataBytes);
        const side = sides[((at + i) & 1) as 0 | 1];
        side[column] = Math.max(side[column]!, magnitudes[piece[i]!]!);
      }
    },
    result: (): RecordingPeaks => ({
      callee: rounded(sides[0]),
      robot: rounded(sides[1]),
      quiet: quiet.result(),
      durationMs: (dataBytes / 2 / sampleRate) * 1000,
    }),
  };
};

/** Three places are more than a screen shows, and a third of the bytes on the network. */
const rounded = (values: Float32Array): number[] => Array.from(values, value => Math.round(value * 1000) / 1000);
