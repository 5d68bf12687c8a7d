import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversationNote, Instant, RecordingFacts } from '@lianxian/core';
import { alawWavHeader, readWavHeader } from '@lianxian/telephony';
import { readTranscriptFile } from './transcript-file.ts';

/** What a call left on the disk when its worker or its process died: words as far as they came, sound to the last flush. */
interface Salvaged {
  /** Instants of the notes mean something relative to this one. */
  readonly answeredAt: Instant | null;
  readonly answeredOn: Date | null;
  readonly notes: readonly ConversationNote[];
  readonly recording: RecordingFacts | null;
}

const HEAD_BYTES = 4096;

/** `file`: below the recordings folder, without extension. Never rejects: what cannot be read is lost. */
export const salvage = async (recordingsDir: string, file: string): Promise<Salvaged> => {
  const [transcript, recording] = await Promise.all([
    readTranscriptFile(join(recordingsDir, `${file}.jsonl`)),
    mendRecording(recordingsDir, `${file}.wav`).catch(() => null),
  ]);
  return {
    answeredAt: transcript?.answered.answeredAt ?? null,
    answeredOn: transcript && new Date(transcript.answered.answeredOn),
    notes: transcript?.notes ?? [],
    recording,
  };
};

/** Writes the true sizes into the header of a recording that was never closed. */
const mendRecording = async (recordingsDir: string, file: string): Promise<RecordingFacts | null> => {
  const handle = await open(join(recordingsDir, file), 'r+');
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(Math.min(HEAD_BYTES, size));
    await handle.read(head, 0, head.length, 0);
    const format = readWavHeader(head, size);
    if (typeof format === 'string') return null;
    const mended = alawWavHeader(format.channels, format.dataBytes);
    if (mended.length === format.dataStart) await handle.write(mended, 0, mended.length, 0);
    return { file, durationMs: format.dataBytes / format.channels / (format.sampleRate / 1000), bytes: size };
  } finally {
    await handle.close();
  }
};
