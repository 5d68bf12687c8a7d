import type { Accepts } from '../plan/plan.ts';
import { asks, type Clause, clausesIn } from '../recognition/clauses.ts';
import { negationBefore, tidy } from '../recognition/text.ts';
import type { Answer } from './answers.ts';
import { withoutLast } from './beside.ts';

type Options = Extract<Accepts, { type: 'choice' }>['options'];

interface Named {
  readonly value: string;
  readonly word: string;
  readonly clause: Clause;
  /** Characters of the tidied sentence. */
  readonly start: number;
  readonly length: number;
}

/**
 * The longest option word said; among equals the last one, since people correct themselves; never one said with a no
 * (不要加强的, 加强的不要), nor one that is asked about (加强的贵多少).
 */
export const chosen = (options: Options, text: string): Answer | null => {
  let best: Named | null = null;
  const named = namedIn(options, text);
  for (const one of named) {
    if (noOf(one, options) !== null || named.some(other => leavesOpen(one, other) || leavesOpen(other, one))) continue;
    const better = !best || one.length > best.length || (one.length === best.length && one.start > best.start);
    if (better) best = one;
  }
  return (
    best && { value: best.value, by: 'choice', matched: best.word, beside: withoutLast(tidy(text), tidy(best.word)) }
  );
};

/** 「普通还是加强好」 asks; 「普通还是加强吧」 has decided. */
const leavesOpen = ({ value, clause, start, length }: Named, other: Named): boolean => {
  if (other.value === value || other.clause !== clause || other.start < start + length) return false;
  const between = [...clause.text].slice(start + length - clause.start, other.start - clause.start).join('');
  return between.includes('还是') && !decided.test(clause.text);
};
const decided = /[吧呗][，。！,.!]?$/;

/** Where options are said with a no: it is theirs, and no refusal. Characters of the tidied sentence, [start, end). */
export const refusedOptions = (
  options: Options,
  text: string,
): readonly { readonly start: number; readonly end: number }[] =>
  namedIn(options, text).flatMap(one => noOf(one, options) ?? []);

/** Each word where it is said last and not asked about, with its clause. */
const namedIn = (options: Options, text: string): readonly Named[] => {
  const said = tidy(text);
  const clauses = options.some(({ words }) => words.some(word => said.includes(tidy(word)))) ? clausesIn(text) : [];
  return options.flatMap(({ value, words }) =>
    words.flatMap(word => {
      const plain = tidy(word);
      const clause = clauses.findLast(one => one.text.includes(plain) && !asks(one.text, plain));
      if (clause === undefined) return [];
      const before = clause.text.slice(0, clause.text.lastIndexOf(plain));
      return [{ value, word: plain, clause, start: clause.start + [...before].length, length: [...plain].length }];
    }),
  );
};

/** Between a no and its option: 不想做那个加强的, 加强的我就不要了. */
const verbs = new Set('是做选要订买上约去来在那这个种款的');
const between = /^[的这那个种款版型和跟、就也都我们可先]{1,8}/;
const noBehind = /^(?:不(?:要|用|选|做|考虑|需要|想|行|好|可以|合适|喜欢|来|去|报|是)|算了|免了|没兴趣|太[贵多远])/;

/** The place of an option with the no it is said with; null: it is said with none. */
const noOf = ({ clause, start, length }: Named, options: Options): { start: number; end: number } | null => {
  const chars = [...clause.text];
  const place = start - clause.start;
  for (let at = place; at >= 0 && (at === place || verbs.has(chars[at]!)); at--) {
    const no = negationBefore(chars, at);
    // 「不三年级」 is 「不，三年级」.
    if (no.length > 1 || no === '别' || (no !== '' && at < place))
      return { start: clause.start + at - no.length, end: start + length };
  }
  const behind = afterOptions(chars.slice(place + length).join(''), options);
  const no = noBehind.exec(behind)?.[0];
  return no === undefined ? null : { start, end: clause.end - [...behind].length + no.length };
};

/** 加强的普通的都不要: what is said of the last is said of all. */
const afterOptions = (text: string, options: Options): string => {
  const words = options.flatMap(({ words }) => words.map(tidy));
  let rest = text.replace(between, '');
  for (let word = next(rest, words); word !== undefined; word = next(rest, words))
    rest = rest.slice(word.length).replace(between, '');
  return rest;
};
const next = (text: string, words: readonly string[]): string | undefined =>
  words.find(word => word !== '' && text.startsWith(word));
