import { lazy } from 'react';
import { wordsOf } from '../../text/words.ts';

/** The ladder as a chunk of its own, with its words: most calls are never looked at so closely. */
export const LazyLadder = lazy(async () => {
  const [{ Ladder }] = await Promise.all([import('./ladder.tsx'), wordsOf('lines')]);
  return { default: Ladder };
});

/** The same of a call that is over, read from its record. */
export const KeptLadder = lazy(async () => {
  const [file] = await Promise.all([import('./kept-ladder.tsx'), wordsOf('lines')]);
  return { default: file.KeptLadder };
});
