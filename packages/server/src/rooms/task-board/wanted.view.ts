import { type Language, levelReason } from '@lianxian/contract';
import { type Level, maskNumbers } from '@lianxian/core';

interface TalkedTo {
  readonly answers: readonly { readonly label: string; readonly value: string }[] | null;
  readonly levelRule: string | null;
  readonly correctedLevel: Level | null;
  readonly ruledLevel: Level | null;
  readonly why: string | null;
}

const ANSWERS_SAID = 2;
/**
 * What the callee wants in a line: the first answers he gave, else why the call has its level. Either may hold
 * a number: `seesPhones` says whether it is shown whole.
 */
export const wantedOf = (call: TalkedTo, seesPhones: boolean, language: Language): string => {
  const said = (call.answers ?? []).filter(({ value }) => value !== '').slice(0, ANSWERS_SAID);
  const shown = (value: string): string => (seesPhones ? value : maskNumbers(value));
  return said.length === 0
    ? levelReason(call, seesPhones, language)
    : said.map(({ label, value }) => `${label} ${shown(value)}`).join(' · ');
};
