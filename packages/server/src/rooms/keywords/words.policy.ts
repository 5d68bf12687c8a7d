import { type KeywordKind, keywordLimits } from '@lianxian/contract';
import { type BorrowedWords, type Recognised, readPattern } from '@lianxian/core';

export interface Keyword {
  readonly kind: KeywordKind;
  readonly text: string;
}

interface ReadKeywords {
  readonly texts: readonly string[];
  /** What cannot be read, as it was written. */
  readonly refused: readonly string[];
}

const lines = /[\n\r]+/;
/** Words come with commas too; sentences and patterns may hold them. */
const words = /[\n\r,，、;；\t]+/;

/** Words a person typed or pasted, each once. */
export const readKeywords = (kind: KeywordKind, text: string): ReadKeywords => {
  const texts = new Set<string>();
  const refused: string[] = [];
  for (const one of text.split(kind === 'like' || kind === 'pattern' ? lines : words)) {
    const written = one.trim();
    const read = written === '' ? null : readKeyword(kind, written);
    if (read !== null) texts.add(read);
    else if (written !== '') refused.push(written.slice(0, keywordLimits.wordChars));
  }
  return { texts: [...texts], refused };
};

/** One word as it is kept; null: it cannot be read. */
export const readKeyword = (kind: KeywordKind, written: string): string | null => {
  if ([...written].length > keywordLimits.wordChars) return null;
  if (kind === 'pattern') return readPattern(written) === null ? null : written;
  // A sound is of characters that have one.
  if (kind === 'sound') return /^\p{Script=Han}{2,}$/u.test(written) ? written : null;
  if (kind !== 'combined') return written;
  const parts = written.split(/[+＋\s]+/).filter(part => part !== '');
  return parts.length < 2 ? null : parts.join('+');
};

/** The words of a group as a plan carries them. */
export const borrowedOf = (id: string, name: string, keywords: readonly Keyword[]): BorrowedWords => {
  const of = (kind: KeywordKind): readonly string[] =>
    keywords.filter(keyword => keyword.kind === kind).map(({ text }) => text);
  return {
    id,
    name,
    recognised: {
      words: of('simple'),
      combined: of('combined').map(text => text.split('+')),
      exact: of('exact'),
      patterns: of('pattern'),
      sounds: of('sound'),
      likes: of('like'),
    },
  };
};

/** The words of a group that listens by this. */
export const keywordsOf = (recognised: Omit<Recognised, 'groups'>): readonly Keyword[] => {
  const of = (kind: KeywordKind, texts: readonly string[] = []): readonly Keyword[] =>
    texts.map(text => ({ kind, text }));
  const { words, combined = [], exact, patterns, sounds, likes } = recognised;
  return [
    ...of('simple', words),
    ...of(
      'combined',
      combined.map(row => row.join('+')),
    ),
    ...of('exact', exact),
    ...of('pattern', patterns),
    ...of('sound', sounds),
    ...of('like', likes),
  ];
};
