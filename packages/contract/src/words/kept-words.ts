import { maskNumbers } from '@lianxian/core';
import type { Language } from './language.ts';
import { say } from './say.ts';

/** Under what the second number of a cell is kept; no title of a sheet. Earlier releases wrote 备用号码, which reads as a title. */
export const SPARE_NUMBER = '#spare';
const spare = say('备用号码', '備用號碼', 'Spare number');

/** What is kept with a number, by its title: the sheet's own, or a word of ours. */
export const keptTitleText = (title: string, language: Language): string =>
  title === SPARE_NUMBER ? spare[language] : title;

/** How a plan calls what it keeps. */
export type PlanLabels = readonly { readonly name: string; readonly label: string }[];

/** What was known of a number before it was called, each under its label or its title. */
export const knownBeforeOf = (
  variables: Readonly<Record<string, string>>,
  labels: PlanLabels,
  seesPhones: boolean,
  language: Language,
): { title: string; value: string }[] =>
  Object.entries(variables).flatMap(([name, value]) => {
    if (value === '') return [];
    const label = labels.find(one => one.name === name)?.label;
    return [{ title: label || keptTitleText(name, language), value: seesPhones ? value : maskNumbers(value) }];
  });
