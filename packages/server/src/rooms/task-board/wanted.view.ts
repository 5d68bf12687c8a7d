import { correctionText, type Language } from '@lianxian/contract';
import { type Level, maskNumbers } from '@lianxian/core';

interface TalkedTo {
  readonly answers: readonly { readonly label: string; readonly value: string }[] | null;
  readonly levelRule: string | null;
  readonly correctedLevel: Level | null;
  readonly ruledLevel: Level | null;
  readonly why: string | null;
}

/** Why a call has its level: the rule, or the person who corrected it. */
const reasonOf = ({ levelRule, correctedLevel, ruledLevel, why }: TalkedTo, language: Language): string =>
  correctedLevel === null
    ? (levelRule ?? '')
    : correctionText({ level: correctedLevel, ruledLevel, why: why ?? '' }, language);

const ANSWERS_SAID = 2;
/**
 * What the callee wants in a line: the first answers he gave, else why the call has its level. An answer may be a number
 * to call back: `seesPhones` says whether it is shown whole.
 */
export const wantedOf = (call: TalkedTo, seesPhones: boolean, language: Language): string => {
  const said = (call.answers ?? []).filter(({ value }) => value !== '').slice(0, ANSWERS_SAID);
  const shown = (value: string): string => (seesPhones ? value : maskNumbers(value));
  return said.length === 0
    ? reasonOf(call, language)
    : said.map(({ label, value }) => `${label} ${shown(value)}`).join(' · ');
};
