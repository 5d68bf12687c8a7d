import type { TalkMove } from '@lianxian/contract';
import type { TFunction } from 'i18next';

const seconds = (ms: number): string => String(Math.round(ms / 100) / 10);

/** A move in a few words. */
export const moveText = (t: TFunction<'talk'>, move: TalkMove): string => {
  switch (move.does) {
    case 'say':
    case 'over':
      return move.text;
    case 'cough':
      return t($ => $.move.cough);
    case 'press':
      return t($ => $.move.key, { key: move.keys });
    case 'silent':
      return t($ => $.move.silent, { seconds: seconds(move.ms) });
    case 'answer':
      return t($ => $.asked[move.answer.type]);
    case 'hangUp':
      return t($ => $.move.hangUp);
  }
};
