import type { KnowledgeItem } from '../plan/plan.ts';
import { asks, type Clause, clausesIn } from '../recognition/clauses.ts';
import { isBackchannel } from '../recognition/lexicon.ts';
import type { Meant } from './meaning.ts';

/*
 * Two things in one breath (「叫王芳，衣服你们出吗」): what is said and what is asked are understood each for itself, and both are used.
 */

/** A sentence, and the syllables of it, one a character, if the rim made any. */
interface Spoken {
  readonly text: string;
  readonly syllables: readonly string[];
}

/** What of a sentence is said and what is asked behind it; null: it does not do both. */
export const sayingAndAsking = ({ text, syllables }: Spoken): readonly [saying: Spoken, asking: Spoken] | null => {
  const clauses = clausesIn(text).filter(({ text: one }) => !isBackchannel(one) || one.length > 1);
  const first = clauses.findIndex(({ text: one }) => asks(one));
  if (first < 1) return null;
  const spoken = syllables.filter((_, at) => !/\s/.test(text[at] ?? ''));
  const partOf = (some: readonly Clause[]): Spoken => ({
    text: some.map(({ text: one }) => one).join('，'),
    syllables: some.flatMap(({ start, end }, n) => [...(n > 0 ? [''] : []), ...spoken.slice(start, end)]),
  });
  return [partOf(clauses.slice(0, first)), partOf(clauses.slice(first))];
};

/** A question that is answered on the way: who asks it is not led elsewhere by it. */
export const asideIn = (meant: Meant): KnowledgeItem | null =>
  meant.type === 'knowledge' && isAside(meant.item) ? meant.item : null;

export const isAside = ({ common, next }: KnowledgeItem): boolean =>
  'resume' in next && (common === undefined || common === 'whoAreYou');
