import type { RecordedSentence, Recording, SentencePart } from './sentences.policy.ts';

/** A-law at 8 kHz. */
const BYTES_PER_MS = 8;

/** Ms of a sound of so many bytes. */
export const durationOf = (audioBytes: number): number => Math.round(audioBytes / BYTES_PER_MS);

/** A recording as the database has it. */
interface VoiceRow extends Recording {
  readonly use: string;
  readonly source: 'upload' | 'microphone' | 'file';
  readonly by: string | null;
  readonly changedAt: Date;
  readonly peaks: Uint8Array;
  readonly bytes: number;
}

/** A recording as it is shown. */
export const shownVoice = ({
  id,
  text,
  kind,
  use,
  speaker,
  source,
  chosen,
  by,
  changedAt,
  peaks,
  bytes,
}: VoiceRow) => ({
  id,
  text,
  kind,
  use,
  speaker,
  source,
  chosen,
  by: by ?? '',
  changedAt: changedAt.toISOString(),
  durationMs: durationOf(bytes),
  peaks: [...peaks],
});

export const shownPart = ({ text, state, voices, was }: SentencePart<VoiceRow>) => ({
  text,
  state,
  voices: voices.map(shownVoice),
  was: was && { id: was.id, text: was.text },
});

export const shownSentence = ({ place, text, of, role, state, parts }: RecordedSentence<VoiceRow>) => ({
  place,
  text,
  of,
  role,
  state,
  parts: parts.map(shownPart),
});
