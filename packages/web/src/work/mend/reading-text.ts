import { exitWord, type LineReading } from '@lianxian/contract';
import { saidLanguage } from '../../text/said.ts';

/** What a line is understood as, in words: an option by itself. */
export const readingText = ({ meaning, name, value }: LineReading): string =>
  value === '' ? exitWord(saidLanguage(), meaning, name) : value;
