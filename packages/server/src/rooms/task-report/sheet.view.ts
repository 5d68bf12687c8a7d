import {
  calleeBecauseText,
  callWords,
  correctionText,
  keptTitleText,
  type Language,
  SPARE_NUMBER,
} from '@lianxian/contract';
import { maskNumbers, maskPhone } from '@lianxian/core';
import type { PersonOfSheet } from './sheet.store.ts';
import { sheetWords } from './sheet.words.ts';

interface SheetReader {
  readonly language: Language;
  /** Without it numbers are masked as on the page. */
  readonly seesPhones: boolean;
}
interface Variable {
  readonly name: string;
  readonly label: string;
}

const widths = [14, 12, 14, 8, 12, 24, 6, 24, 8] as const;

const reasonOf = ({ levelRule, correctedLevel, ruledLevel, why }: PersonOfSheet, language: Language): string =>
  correctedLevel === null
    ? (levelRule ?? '')
    : correctionText({ level: correctedLevel, ruledLevel, why: why ?? '' }, language);

/** Head and lines: how each person stands, then a column a variable of the plan (the answer, else what was known), then what else the list said. */
export const sheetOf = (
  { language, seesPhones }: SheetReader,
  variables: readonly Variable[],
  titles: readonly string[],
) => {
  const words = sheetWords[language];
  const shown = (value: string | undefined): string => (seesPhones ? (value ?? '') : maskNumbers(value ?? ''));
  const kept = titles.filter(title => title !== SPARE_NUMBER && variables.every(({ name }) => name !== title));
  const more = [
    ...variables.map(({ label, name }) => label || name),
    ...kept.map(title => keptTitleText(title, language)),
  ];
  return {
    title: words.title,
    head: [...words.head, ...more],
    columns: [...widths.map(width => ({ width })), { width: 20, isMoment: true }, ...more.map(() => ({ width: 16 }))],
    line: (person: PersonOfSheet) => {
      const { lastState } = person;
      const answered = (label: string) => (person.answers ?? []).find(answer => answer.label === label)?.value;
      return [
        seesPhones ? person.phone : maskPhone(person.phone),
        person.name,
        shown(person.variables[SPARE_NUMBER]),
        words.states[person.state],
        lastState === null ? '' : callWords[language].states[lastState],
        calleeBecauseText(person.because, language),
        person.level ?? '',
        reasonOf(person, language),
        person.attempts,
        person.calledAt === null ? null : new Date(person.calledAt),
        ...variables.map(({ name, label }) => shown(answered(label) || person.variables[name])),
        ...kept.map(title => shown(person.variables[title])),
      ];
    },
  };
};
