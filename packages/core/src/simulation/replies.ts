import type { Question } from '../conversation/index.ts';
import { type Dice, dice } from '../kit/index.ts';
import type { Meant, MeantValue } from './meant.ts';
import { answer, filled, loosely, type Reply, said, type Telling } from './telling.ts';
import { dayOn } from './told-day.ts';
import * as assent from './wordings/assent.ts';
import * as choosing from './wordings/choosing.ts';
import * as figures from './wordings/figures.ts';
import * as naming from './wordings/naming.ts';

/*
 * What a callee says to a question of a plan. What he means (his day, his number, his choice) follows from who he is; how he
 * puts it is thrown anew. Asked a second time he puts it plainly.
 */

type Wants<T extends Question['wants']['type']> = Extract<Question['wants'], { readonly type: T }>;
type Wanted = Exclude<Question['wants'], { readonly type: 'nothing' }>;

/** What somebody answers who has nothing against it. `variant`: another one is what he says by mistake. */
export const answerTo = (question: Question, wants: Wanted, telling: Telling, variant = 0): Reply => {
  const facts = dice(telling.who * 31 + hashOf(question.node) + variant * 7_919);
  switch (wants.type) {
    case 'reply':
      return replyTo(question, telling);
    case 'date':
      return dayOn({ today: question.day, within: wants.within }, telling, facts);
    case 'number':
      return figureWithin(wants, /岁|年龄|多大/.test(question.about), telling, facts);
    case 'amount':
      return sumWithin(wants, telling, facts);
    case 'phone':
      return phoneSaid(telling, facts);
    case 'choice':
      return chosenOf(wants, telling, facts);
    case 'keys':
      return keyed(wants, facts);
    case 'text':
      return named(question.about, telling, facts);
  }
};

/** A small number of its own for each name. */
const hashOf = (name: string): number =>
  [...name].reduce((sum, char) => (sum * 33 + char.codePointAt(0)!) >>> 0, 5_381);

const wordingOf = (
  { free, plain }: { readonly free: readonly string[]; readonly plain: readonly string[] },
  telling: Telling,
) => telling.throws.pick(telling.isPlain ? plain : free);

/** Ways that nobody can speak: they are taken where nothing is said, or nothing that the plan knows. */
const unsaid = new Set(['silence', 'notUnderstood', 'failed', 'collected', 'other']);

/** The best of the ways out that can be said or pressed; where there is none he says yes to whatever was said. */
const replyTo = ({ ways, about }: Question, telling: Telling): Reply => {
  const [yes, no] = /有没有(?!兴趣|时间|空|需要|意向|打算)|有过|过吗|是不是/.test(about)
    ? [assent.itIs, assent.itIsNot]
    : [assent.yesPlease, assent.noThanks];
  const way = ways.find(each => !unsaid.has(each.exit) && each.means !== 'refuse');
  if (way === undefined) return { says: wordingOf(yes, telling), meant: { type: 'chat' } };
  const { exit, means, words } = way;
  const meant: Meant = { type: 'way', exit, means };
  if (exit.startsWith('key:')) return { presses: exit.slice('key:'.length), meant };
  if (means === 'yes') return { says: wordingOf(yes, telling), meant };
  if (means === 'no') return { says: wordingOf(no, telling), meant };
  const [word] = words;
  if (word === undefined) return { says: wordingOf(yes, telling), meant };
  return { says: loosely(word, telling), meant };
};

/** Somebody who wants none of it. */
export const refusalTo = (telling: Telling): Reply => ({
  says: wordingOf(assent.refusal, telling),
  meant: { type: 'way', exit: 'refuse', means: 'refuse' },
});

/** Something he wants to know first, in his own words or about what the plan knows. */
export const questionBefore = ({ mayAsk }: Question, { throws }: Telling): Reply => {
  const known = mayAsk.length > 0 && throws.next() < 0.5 ? throws.pick(mayAsk) : null;
  if (known === null) return { says: throws.pick(assent.questions), meant: { type: 'question', item: null } };
  return {
    says: filled(throws.pick(assent.askingAfter), { x: known.words.replace(/[？?]$/, '') }),
    meant: { type: 'question', item: known.item },
  };
};

/** Larger ones in figures. */
const counted = (value: number): string =>
  Number.isInteger(value) && value < 1_000 ? said(value).replace(/^二$/, '两') : String(value);

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}
const within = ({ min, max }: Bounds, usual: readonly [number, number], facts: Dice): number => {
  const from = min ?? Math.min(usual[0], max ?? usual[0]);
  const to = Math.max(from, Math.min(max ?? Infinity, Math.max(usual[1], from)));
  return facts.between(Math.ceil(from), Math.floor(to));
};

const figureWithin = (bounds: Bounds, isAge: boolean, telling: Telling, facts: Dice): Reply => {
  const value = within(bounds, isAge ? [20, 60] : [1, 9], facts);
  const wordings = telling.isPlain ? figures.plainCounts : isAge ? figures.ages : figures.counts;
  const says = filled(telling.throws.pick(wordings), { n: counted(value) });
  return answer(loosely(says, telling), { of: 'figure', value });
};

const sumWithin = (bounds: Bounds, telling: Telling, facts: Dice): Reply => {
  const value = within(bounds, [1, 30], facts) * (bounds.max === undefined ? 100 : 1);
  const says = filled(telling.throws.pick(telling.isPlain ? figures.plainSums : figures.sums), { n: counted(value) });
  return answer(loosely(says, telling), { of: 'figure', value });
};

const digitsOf = (count: number, facts: Dice): string =>
  Array.from({ length: count }, () => String(facts.between(0, 9))).join('');
/** No operator holds 154: it is nobody's. */
const mobileOf = (facts: Dice): string => `154${digitsOf(8, facts)}`;

/** In groups, as one reads it from memory. */
const phoneSaid = (telling: Telling, facts: Dice): Reply => {
  const value = mobileOf(facts);
  const one = telling.throws.pick(figures.ones);
  const spoken = [...value].map(digit => (digit === '1' ? one : figures.digits[Number(digit)]!)).join('');
  const x = telling.isPlain ? value : [spoken.slice(0, 3), spoken.slice(3, 7), spoken.slice(7)].join('，');
  const says = telling.isPlain ? x : filled(telling.throws.pick(figures.phones), { x });
  return answer(says, { of: 'digits', value });
};

const keyed = ({ min, max, end }: Wants<'keys'>, facts: Dice): Reply => {
  const MOBILE = 11;
  const digits = min <= MOBILE && max >= MOBILE ? mobileOf(facts) : digitsOf(facts.between(min, max), facts);
  const value: MeantValue = { of: 'digits', value: digits };
  return { presses: `${digits}${end ?? ''}`, meant: { type: 'answer', value } };
};

const chosenOf = ({ options }: Wants<'choice'>, telling: Telling, facts: Dice): Reply => {
  const at = facts.between(0, options.length - 1);
  const { value, words } = options[at]!;
  const byPlace =
    at === 0 ? choosing.first : at === options.length - 1 ? choosing.last : at === 1 ? choosing.second : [];
  const isByPlace = !telling.isPlain && byPlace.length > 0 && telling.throws.next() < 0.4;
  const wordings = isByPlace ? byPlace : telling.isPlain ? choosing.plainByName : choosing.byName;
  const says = filled(telling.throws.pick(wordings), { x: words[0] ?? value });
  return answer(loosely(says, telling), { of: 'option', value });
};

/** The question itself is read for what kind of words it wants. */
const named = (about: string, telling: Telling, facts: Dice): Reply => {
  const says = filled(telling.throws.pick(namingFor(about)), {
    s: facts.pick(naming.surnames),
    g: facts.pick(naming.givenNames),
    x: facts.pick(naming.petNames),
    r: facts.pick(naming.roads),
    n: said(facts.between(1, 99)),
  });
  return answer(says, { of: 'text' });
};

const namingFor = (about: string): readonly string[] => {
  if (/姓|贵姓|称呼/.test(about)) return naming.people;
  if (/名字|叫什么|小名|昵称/.test(about)) return naming.called;
  if (/地址|哪里|住|小区|位置/.test(about)) return naming.places;
  if (/公司|单位|职业|工作/.test(about)) return naming.firms;
  return naming.anything;
};
