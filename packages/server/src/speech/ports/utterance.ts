import { isSilent, type SentenceSegment } from '@lianxian/core';
import { joinSounds, joints } from '@lianxian/telephony';

/** A segment that sounds, and whether a comma stands before it. */
export interface Spoken {
  readonly segment: SentenceSegment;
  readonly breath: boolean;
}

/** The segments of a sentence that sound. */
export const spokenOf = (segments: readonly SentenceSegment[]): readonly Spoken[] =>
  segments.flatMap((segment, index) => {
    const before = segments[index - 1];
    return isSilent(segment.text) ? [] : [{ segment, breath: before !== undefined && isSilent(before.text) }];
  });

/** A recorded piece of a value: 三, 百, 元. */
const isPiece = ({ segment }: Spoken): boolean => !segment.fixed && segment.prompt !== undefined;

/** What there is of a sentence, as one utterance: pieces of a value stand close, parts of a sentence a little apart. */
export const utterance = (spoken: readonly Spoken[], parts: readonly (Uint8Array | null)[]): readonly Uint8Array[] => {
  const heard = spoken.flatMap((each, index) => {
    const audio = parts[index];
    return audio ? [{ ...each, audio }] : [];
  });
  return joinSounds(
    heard.map(({ audio }) => audio),
    index => {
      const [before, after] = [heard[index]!, heard[index + 1]!];
      if (!isPiece(before) || !isPiece(after)) return joints.parts;
      return after.breath ? joints.breath : joints.pieces;
    },
  );
};
