import { asks, type Clause, clausesIn } from '../recognition/clauses.ts';
import { negationBefore, tidy } from '../recognition/text.ts';
import { withoutLast } from './beside.ts';
import { type Options, wordsOfOptions } from './same-words.ts';

/** Characters of the tidied sentence, [start, end). */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** An option word in a sentence: as the plan writes it, and tidied. */
interface Named extends Span {
  readonly value: string;
  readonly written: string;
  readonly word: string;
  readonly length: number;
  readonly clause: Clause;
}

interface Chosen {
  readonly value: string;
  readonly matched: string;
  /** What else was said. */
  readonly beside: string;
}

/** Options that are looked at in one sentence: nobody names more. */
const MOST_NAMED = 24;

/**
 * The longest option word said; among equals the last one, since people correct themselves; never one said with a no
 * (不要加强的, 加强的不要), nor one that is asked about (加强的贵多少, 普通还是加强好).
 */
export const chosen = (options: Options, text: string): Chosen | null => {
  let best: Named | null = null;
  const named = namedIn(options, text);
  for (const one of named) {
    if (noOf(one, named) !== null || named.some(other => leavesOpen(one, other) || leavesOpen(other, one))) continue;
    const better = !best || one.length > best.length || (one.length === best.length && one.start > best.start);
    if (better) best = one;
  }
  return best && { value: best.value, matched: best.written, beside: withoutLast(tidy(text), best.word) };
};

/** Where options are said with a no: it is theirs, and no refusal. */
export const refusedOptions = (options: Options, text: string): readonly Span[] => {
  const named = namedIn(options, text);
  return named.flatMap(one => noOf(one, named) ?? []);
};

/** Each word where it is said last and not asked about. */
const namedIn = (options: Options, text: string): readonly Named[] => {
  const said = tidy(text);
  const found = wordsOfOptions(options)
    .filter(({ word }) => said.includes(word))
    .slice(0, MOST_NAMED);
  const clauses = found.length > 0 ? clausesIn(text) : [];
  return found.flatMap(one => {
    const clause = clauses.findLast(({ text }) => text.includes(one.word) && !asks(text, one.word));
    if (clause === undefined) return [];
    const before = clause.text.slice(0, clause.text.lastIndexOf(one.word));
    const start = clause.start + [...before].length;
    return [{ ...one, clause, start, end: start + [...one.word].length, length: one.word.length }];
  });
};

/** Between a no and its option: 不想做那个加强的, 加强的我就不要了. */
const verbs = new Set('是做选要订买上约去来在那这个种款的给为帮替我俺坐跟开接走搞弄派喜欢');
const between = /^[的这那个种款版型和跟、就也都我们可先]{1,8}/;
const noBehind =
  /^(?:不(?:要|用|选|做|考虑|需要|想|行|好|可以|合适|喜欢|来|去|报)了?|算了|免了|没兴趣|太[贵多远差]|别|不耐)/;

const forbids = /^[别莫甭勿唔覅]$/;
const ordinal = /[\d一二三四五六七八九十初高小大中]/;
/** The place of an option with the no it is said with; null: it is said with none. */
const noOf = ({ clause, start, end }: Named, named: readonly Named[]): Span | null => {
  const chars = [...clause.text];
  const place = start - clause.start;
  for (let at = place; at >= 0 && (at === place || verbs.has(chars[at]!)); at--) {
    const no = negationBefore(chars, at);
    // 「不三年级」 is 「不，三年级」; 「不坐地铁」 is what it says.
    if (no.length > 1 || forbids.test(no) || (no !== '' && (at < place || !ordinal.test(chars[place]!))))
      return { start: clause.start + at - no.length, end };
  }
  const behind = behindOptions(chars.slice(end - clause.start).join(''), named);
  const no = noBehind.exec(behind)?.[0];
  return no === undefined ? null : { start, end: clause.end - [...behind].length + no.length };
};

/** 加强的普通的都不要: what is said of the last is said of all. */
const behindOptions = (text: string, named: readonly Named[]): string => {
  let rest = text.replace(between, '');
  for (let count = 0; count < named.length; count++) {
    const next = named.find(({ word }) => rest.startsWith(word));
    if (next === undefined) return rest;
    rest = rest.slice(next.word.length).replace(between, '');
  }
  return rest;
};

/** 「普通还是加强好」 asks; 「普通还是加强吧」 has decided. */
const leavesOpen = ({ value, clause, end }: Named, other: Named): boolean => {
  if (other.value === value || other.clause !== clause || other.start < end) return false;
  const between = [...clause.text].slice(end - clause.start, other.start - clause.start).join('');
  return between.includes('还是') && !decided.test(clause.text);
};
const decided = /[吧呗][，。！,.!]?$/;
