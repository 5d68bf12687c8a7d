import { packedRows } from '../learning/written.ts';

export interface Question {
  readonly trade: string;
  /** What it is about there. */
  readonly about: string;
  readonly said: string;
}

/**
 * What people ask, trade by trade, and what the robot says to it. One line a sentence: hand, trade, what it is about there, kind (`answer`:
 * the robot's), what was said.
 */
export const writtenQuestions = (): readonly Question[] =>
  packedRows('subject/sentences.tsv.gz').map(([, trade = '', about = '', , said = '']) => ({ trade, about, said }));
