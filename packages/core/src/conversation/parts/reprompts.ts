import type { DateBounds } from '../plan/dates.ts';
import type { Accepts, CollectNode } from '../plan/plan.ts';
import { textReprompts } from './text-reprompts.ts';

/** So many options are named; a longer list nobody keeps in mind on a telephone. */
const MOST_NAMED = 4;

/**
 * What a node that collects says when it understood nothing: three different sentences, said in turn, then it is left by
 * `notUnderstood` or `other`. They are written into a node when it is made; a call knows only what stands in the plan.
 */
export const repromptsOf = (accepts: Accepts): readonly string[] => {
  switch (accepts.type) {
    case 'text':
      return textReprompts;
    case 'date':
      return ['日期没听清，您说几号？', '不好意思，您说今天、明天，还是星期几？', '还是没听清，请只说一个日期。'];
    case 'phone':
      return ['号码没听清，您再报一遍？', '不好意思，请一位一位地报号码。', '还是没听全，麻烦您从头慢慢报一遍。'];
    case 'amount':
      return ['金额没听清，您说多少钱？', '不好意思，请您只说金额。', `还是没听清，请说一个金额${boundsOf(accepts)}。`];
    case 'number':
      return ['数字没听清，您说是多少？', '不好意思，请您只说数字。', `还是没听清，请说一个数${boundsOf(accepts)}。`];
    case 'keys':
      return [
        '没有收全，请您再按一遍。',
        `不好意思，请在手机上按数字键${accepts.end === '#' ? '，按井号键结束' : ''}。`,
        '还是没有收全，您也可以直接念给我听。',
      ];
    case 'choice':
      return ofChoice(accepts.options.map(({ value }) => value.trim()).filter(value => value !== ''));
  }
};

/** What the bounds of a node begin with, once it has some. */
export const freshBounds: DateBounds = { closed: [6], sentence: '周日休息，换一天可以吗？' };

const boundsOf = ({ min, max }: { readonly min?: number; readonly max?: number }): string => {
  if (min !== undefined && max !== undefined) return `，${min} 到 ${max}`;
  if (min !== undefined) return `，不少于 ${min}`;
  return max === undefined ? '' : `，不超过 ${max}`;
};

const ofChoice = (options: readonly string[]): readonly string[] => {
  if (options.length < 2) return ['没听清，您选哪一个？', '不好意思，请您再选一次。', '还是没听清，请您直接说选哪个。'];
  const named = options.slice(0, MOST_NAMED);
  const either = options.length > MOST_NAMED ? `${named.join('、')}，还是别的` : orOf(named);
  return [
    `没听清，您选${either}？`,
    `不好意思，可以选${named.join('、')}${options.length > MOST_NAMED ? '等' : ''}，您要哪一个？`,
    `还是没听清，比如直接说「${named[0]}」。`,
  ];
};

const orOf = (names: readonly string[]): string => `${names.slice(0, -1).join('、')}还是${names.at(-1)}`;

/**
 * What changes in a node that is to accept something else: sentences of ours go along with what it asks for, a merchant's own
 * stay as they are.
 */
export const acceptsNow = (
  { accepts: before, notUnderstood }: Pick<CollectNode, 'accepts' | 'notUnderstood'>,
  accepts: Accepts,
): Pick<CollectNode, 'accepts' | 'notUnderstood'> => {
  const isOurs = notUnderstood?.sentences.join('\n') === repromptsOf(before).join('\n');
  return isOurs ? { accepts, notUnderstood: { sentences: repromptsOf(accepts) } } : { accepts };
};
