import type { Dice } from '../kit/index.ts';
import type { Meant, MeantValue } from './meant.ts';
import * as assent from './wordings/assent.ts';
import * as figures from './wordings/figures.ts';

/** Said, or pressed. */
export type Reply =
  | { readonly says: string; readonly meant: Meant }
  | { readonly presses: string; readonly meant: Meant };

export interface Telling {
  /** Who tells: his seed. */
  readonly who: number;
  readonly isPlain: boolean;
  /** How he puts it. */
  readonly throws: Dice;
}

export const filled = (wording: string, parts: Readonly<Record<string, string>>): string =>
  wording.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '');

export const answer = (says: string, value: MeantValue): Reply => ({ says, meant: { type: 'answer', value } });

/** A word in front, one behind: half of what is not said plainly has one. */
export const loosely = (text: string, { isPlain, throws }: Telling): string => {
  if (isPlain || throws.next() < 0.5) return text;
  return throws.next() < 0.6 ? throws.pick(assent.openers) + text : text.replace(/[。]?$/, throws.pick(assent.closers));
};

/** A number below a thousand, as it is said. */
export const said = (value: number): string => {
  const digit = (at: number): string => figures.digits[at]!;
  if (value < 10) return digit(value);
  if (value < 100)
    return `${value < 20 ? '' : digit(Math.floor(value / 10))}十${value % 10 === 0 ? '' : digit(value % 10)}`;
  const rest = value % 100;
  const below = rest < 10 ? `零${digit(rest)}` : rest < 20 ? `一${said(rest)}` : said(rest);
  return `${digit(Math.floor(value / 100))}百${rest === 0 ? '' : below}`;
};
