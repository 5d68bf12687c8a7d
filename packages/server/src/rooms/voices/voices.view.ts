import type { RecordedSentence, SentencePart } from './sentences.policy.ts';
import { durationOf } from './sound.policy.ts';
import type { VoiceRow } from './voices.store.ts';

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
  changed_at,
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
  changedAt: changed_at.toISOString(),
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
