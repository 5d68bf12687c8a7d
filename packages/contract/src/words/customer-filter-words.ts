import type { customerTypes } from '@lianxian/core';
import { customerTypeWords } from './customer-type-words.ts';
import { customerFieldWord } from './customer-words.ts';
import { fill, type Language, type Said } from './language.ts';
import { say } from './say.ts';

/** What customers are narrowed to, with names in the place of ids and codes; each part is left out where it narrows nothing. */
interface NamedFilter {
  readonly view: 'all' | 'mine' | 'today' | 'pool' | 'blacklist';
  readonly q?: string | undefined;
  readonly phone?: string | undefined;
  readonly name?: string | undefined;
  readonly company?: string | undefined;
  readonly cateTypes?: readonly (typeof customerTypes)[number][] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly owners?: readonly string[] | undefined;
  readonly regions?: readonly string[] | undefined;
  readonly operators?: readonly string[] | undefined;
  readonly calledFrom?: string | undefined;
  readonly calledTo?: string | undefined;
  readonly neverCalled?: boolean | undefined;
  readonly levels?: readonly string[] | undefined;
  readonly nextFrom?: string | undefined;
  readonly nextTo?: string | undefined;
  readonly parameters?:
    | Readonly<
        Partial<Record<string, { from?: string | undefined; to?: string | undefined; begins?: string | undefined }>>
      >
    | undefined;
  readonly task?: string | undefined;
}

const views: Readonly<Record<NamedFilter['view'], Said>> = {
  all: say('全部客户', '全部客戶', 'All customers'),
  mine: say('自己的客户', '自己的客戶', 'Own customers'),
  today: say('今天要联系', '今天要聯絡', 'To contact today'),
  pool: say('公海', '公海', 'The pool'),
  blacklist: say('黑名单', '黑名單', 'The blacklist'),
};
const part = say('{what} {said}', '{what} {said}', '{what} {said}');
const searched = say('搜索', '搜尋', 'search');
const operator = say('运营商', '電信業者', 'operators');
const called = say('上次通话', '上次通話', 'last call');
const never = say('没有通话过', '沒有通話過', 'never called');
const level = say('等级', '等級', 'level');
const task = say('来源任务', '來源任務', 'from the task');
const between: Readonly<Record<Language, string>> = { 'zh-CN': '、', 'zh-TW': '、', en: ', ' };
const parts: Readonly<Record<Language, string>> = { 'zh-CN': '；', 'zh-TW': '；', en: '; ' };

const span = (from = '', to = ''): string => (from || to ? `${from}–${to}` : '');

/** A filter of customers as a sentence of the reader's. */
export const customersFilterText = (filter: NamedFilter, language: Language): string => {
  const words = (list: readonly string[] = []) => list.join(between[language]);
  const field = (key: string) => customerFieldWord(key, language);
  const said: readonly (readonly [what: string, said: string | undefined])[] = [
    [searched[language], filter.q],
    [field('phone'), filter.phone],
    [field('name'), filter.name],
    [field('company'), filter.company],
    [field('cateType'), words(filter.cateTypes?.map(type => customerTypeWords[language][type]))],
    [field('tags'), words(filter.tags)],
    [field('owner'), words(filter.owners)],
    [field('province'), words(filter.regions)],
    [operator[language], words(filter.operators)],
    [called[language], span(filter.calledFrom, filter.calledTo)],
    [level[language], words(filter.levels)],
    [field('next'), span(filter.nextFrom, filter.nextTo)],
    ...Object.entries(filter.parameters ?? {}).map(
      ([key, within]) => [field(key), within?.begins ?? span(within?.from, within?.to)] as const,
    ),
    [task[language], filter.task],
  ];
  const narrowed = said.flatMap(([what, text]) => (text ? fill(part, language, { what, said: text }) : []));
  return [views[filter.view][language], ...narrowed, ...(filter.neverCalled ? [never[language]] : [])].join(
    parts[language],
  );
};
