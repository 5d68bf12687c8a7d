/** Whom what people say on any telephone belongs to in a plan (`everyday.ts`): a part of its global dialogue, else who is called so. */
import type { KnowledgeItem, Plan } from '../plan/plan.ts';
import { builtInTopics } from './built-in/topics.ts';
import { type Owner, type Recognisable, recognisablesOf } from './match.ts';
import { tidy } from './text.ts';

/** The fittest first. */
export interface EverydayOwners {
  readonly busy: readonly Owner[];
  readonly who: readonly Owner[];
  readonly purpose: readonly Owner[];
}

const namesOf = (topic: string): ReadonlySet<string> =>
  new Set(builtInTopics.find(({ id }) => id === topic)?.names.map(tidy));
/** 「问你是谁」 is called as 「你是谁」 is. */
const asked = /^问(?!题)/;
/** 现在忙, 客户忙; 帮忙 is not. */
const busyName = /(?<!帮)忙/;

export const everydayOwners = (plan: Pick<Plan, 'intents' | 'knowledge'>): EverydayOwners => {
  const all = recognisablesOf(plan);
  const called = (isName: (name: string) => boolean) =>
    all.filter(({ name }) => isName(tidy(name).replace(asked, ''))).map(ownerOf);
  const common = (kind: NonNullable<KnowledgeItem['common']>) => {
    const ids = new Set(plan.knowledge.filter(item => item.common === kind).map(({ id }) => id));
    return all.filter(({ owner }) => owner.kind === 'knowledge' && ids.has(owner.id)).map(ownerOf);
  };
  const [busy, who, purpose] = [namesOf('busy'), namesOf('who'), namesOf('purpose')];
  const whoEver = [...common('whoAreYou'), ...called(name => who.has(name))];
  return {
    busy: [...common('busy'), ...called(name => busy.has(name) || busyName.test(name))],
    who: whoEver,
    purpose: [...called(name => purpose.has(name)), ...whoEver],
  };
};

const ownerOf = ({ owner }: Recognisable): Owner => owner;
