import { type BadField, badInputText } from './words/bad-input.ts';
import { fieldWord, innerText } from './words/fields.ts';
import { fill, type Language, type Values } from './words/language.ts';
import { type Noun, nounWord } from './words/nouns.ts';
import { type RefusalKey, refusals } from './words/refusals.ts';

/** A refusal before anybody's language is known: `what` is the key of a noun, `field` the name of a field. */
export interface Refused {
  readonly key: RefusalKey;
  readonly values: Values;
}

const wordsOf = ({ key, values }: Refused, language: Language, path: string): Values => {
  // `RefusalValues` lets nothing else be refused so.
  if (key === 'badInput') return badInputText(values as BadField, language, path);
  if (key === 'graphBroken') return { where: innerText(String(values.where), language) };
  const { what, field } = values;
  return {
    ...values,
    ...(what !== undefined && { what: nounWord(what as Noun, language) }),
    ...(field !== undefined && { field: fieldWord(String(field), language, path) }),
  };
};

/** What is said of it to who reads this language; `path`: of the endpoint that was asked, for its fields have words of their own. */
export const refusalText = (refused: Refused, language: Language, path = ''): string =>
  fill(refusals[refused.key], language, wordsOf(refused, language, path));
