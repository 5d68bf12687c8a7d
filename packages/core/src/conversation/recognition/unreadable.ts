import type { Recognised } from '../plan/plan.ts';
import { readPattern } from './pattern.ts';

/** What an operator wrote and nothing can be recognised by: empty texts, and patterns that cannot be read. */
export const unreadable = (recognised: Recognised): readonly string[] => [
  ...[recognised.words, recognised.exact, recognised.sounds, recognised.likes]
    .flatMap(texts => texts ?? [])
    .filter(text => text.trim() === ''),
  ...(recognised.combined ?? []).filter(row => row.every(word => word.trim() === '')).map(row => row.join('+')),
  ...(recognised.patterns ?? []).filter(pattern => readPattern(pattern) === null),
];

export const isRecognisedByNothing = (recognised: Recognised): boolean =>
  [
    recognised.words,
    recognised.combined,
    recognised.exact,
    recognised.patterns,
    recognised.sounds,
    recognised.likes,
    recognised.meanings,
    recognised.groups,
  ].every(texts => (texts ?? []).length === 0);
