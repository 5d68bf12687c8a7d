/** Whom what people say on any telephone belongs to in a plan: a part of its global dialogue, else who is called so. */
import type { CommonDialogue, Plan } from '../plan/plan.ts';
import { builtInTopics } from './built-in/topics.ts';
import type { Act } from './dialogue-act/dialogue-act.ts';
import { type Owner, type Recognisable, recognisablesOf } from './match.ts';
import { tidy } from './text.ts';

/** What a plan answers by an item or an intent of its own, whatever stands asked; yes and no are the node's. */
type Everyday = Exclude<Act, 'yes' | 'no' | 'question' | 'answer' | 'nothing'>;

/** Of each the fittest first. */
export type EverydayOwners = Readonly<Record<Everyday, readonly Owner[]>>;

/** The parts that answer it, and the topics by whose names items and intents are called. */
const answering: Readonly<
  Record<Everyday, { readonly common: readonly CommonDialogue[]; readonly topics: readonly string[] }>
> = {
  refuse: { common: ['refusal'], topics: ['refusal'] },
  busy: { common: ['busy'], topics: ['busy'] },
  who: { common: ['whoAreYou'], topics: ['who'] },
  source: { common: ['numberSource'], topics: ['number'] },
  purpose: { common: [], topics: ['purpose'] },
  repeat: { common: ['repeat', 'notHeard'], topics: ['repeat', 'unheard'] },
  person: { common: ['wantsPerson'], topics: ['person'] },
  complaint: { common: ['complaint'], topics: ['complaint'] },
  wrong: { common: ['wrongNumber'], topics: ['wrong'] },
  later: { common: ['thinkItOver'], topics: ['consider'] },
};

/** 「问你是谁」 is called as 「你是谁」 is. */
const asked = /^问(?!题)/;
/** 现在忙, 客户忙; 帮忙 is not. */
const busyName = /(?<!帮)忙/;

export const everydayOwners = (plan: Pick<Plan, 'intents' | 'knowledge'>): EverydayOwners => {
  const all = recognisablesOf(plan).map(({ name, ...one }) => ({ ...one, name: tidy(name).replace(asked, '') }));
  const kindOf = new Map(plan.knowledge.map(({ id, common }) => [id, common]));
  const ownersOf = (what: Everyday): readonly Owner[] => {
    const { common, topics } = answering[what];
    const names = new Set(builtInTopics.flatMap(one => (topics.includes(one.id) ? one.names.map(tidy) : [])));
    const isCalledSo = ({ name }: Recognisable) => names.has(name) || (what === 'busy' && busyName.test(name));
    const isPart = ({ owner }: Recognisable, kind: CommonDialogue) =>
      owner.kind === 'knowledge' && kindOf.get(owner.id) === kind;
    return [...common.flatMap(kind => all.filter(one => isPart(one, kind))), ...all.filter(isCalledSo)].map(ownerOf);
  };
  const who = ownersOf('who');
  return {
    who,
    purpose: [...ownersOf('purpose'), ...who],
    refuse: ownersOf('refuse'),
    busy: ownersOf('busy'),
    source: ownersOf('source'),
    repeat: ownersOf('repeat'),
    person: ownersOf('person'),
    complaint: ownersOf('complaint'),
    wrong: ownersOf('wrong'),
    later: ownersOf('later'),
  };
};

const ownerOf = ({ owner }: Recognisable): Owner => owner;
