import {
  calleeBecauseText,
  callWords,
  keptTitleText,
  type Language,
  levelReason,
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

const widths = [14, 12, 14, 8, 12, 24, 6, 24, 8, 20] as const;

/** By the variable it is about; what was kept before answers said theirs is known by its label alone. */
const answerTo = ({ answers }: PersonOfSheet, { name, label }: Variable): string | undefined =>
  (answers ?? []).find(({ variable, label: of }) =>
    variable === undefined ? label !== '' && of === label : variable === name,
  )?.value;

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
    columns: [...widths, ...more.map(() => 16)].map(width => ({ width })),
    line: (person: PersonOfSheet) => {
      const { lastState } = person;
      return [
        seesPhones ? person.phone : maskPhone(person.phone),
        person.name,
        shown(person.variables[SPARE_NUMBER]),
        words.states[person.state],
        lastState === null ? '' : callWords[language].states[lastState],
        calleeBecauseText(person.because, language),
        person.level ?? '',
        levelReason(person, seesPhones, language),
        person.attempts,
        person.calledAt === null ? null : new Date(person.calledAt),
        ...variables.map(variable => shown(answerTo(person, variable) || person.variables[variable.name])),
        ...kept.map(title => shown(person.variables[title])),
      ];
    },
  };
};
