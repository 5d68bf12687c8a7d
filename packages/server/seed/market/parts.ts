import type { MarketTrade } from '@lianxian/contract';
import type { CollectNode, GuideQuestion, KnowledgeItem, LevelCondition, LevelRule, Plan } from '@lianxian/core';
import type { Move, TestConversation } from '@lianxian/core/simulation';
import { emptyPlan } from '../templates/empty.ts';
import { answers, asks, refused, type Template } from '../templates/parts.ts';

/** A plan that we wrote for a trade, as it stands in its file: still without the parts that every plan has. */
export interface TradePlan extends Template {
  /** What it is called in the market, and a plan that begins with it. */
  readonly title: string;
  readonly trade: MarketTrade;
  /** What it does and what for. */
  readonly says: string;
  /** Of this version. */
  readonly note: string;
  /** What a seat asks who takes the matter up. */
  readonly guide: readonly GuideQuestion[];
  /** What must hold of it, each written by hand from its drawing. */
  readonly tests: readonly NamedTest[];
}

export interface NamedTest {
  readonly name: string;
  readonly test: TestConversation;
}

type Expects = TestConversation['expects'];

interface Expected extends Pick<Expects, 'path' | 'avoids' | 'answers' | 'level'> {
  /** The robot says this somewhere, or each of these. */
  readonly says?: string | readonly string[];
  /** Of the list's columns. */
  readonly given?: Readonly<Record<string, string>>;
}

/** A Tuesday, ten in the morning: 「周六」 and 「明天」 are days. */
const THE_DAY = '2026-11-24';
const TEN = 600;
/** Longer than any wait and what is said in it. */
const SILENT_MS = 60_000;

/** Keeps silent until the robot gives up. */
export const silent: Move = { does: 'silent', ms: SILENT_MS };
export const press = (keys: string): Move => ({ does: 'press', keys });

/** What the callee says or does, turn by turn, and what must come of it; the robot ends it. */
export const talk = (name: string, turns: readonly (string | Move)[], expected: Expected): NamedTest => {
  const { says, given = {}, ...expects } = expected;
  const moves = turns.map((turn): Move => (typeof turn === 'string' ? { does: 'say', text: turn } : turn));
  const texts = says === undefined ? [] : [says].flat();
  return {
    name,
    test: {
      variables: given,
      minuteOfDay: TEN,
      date: THE_DAY,
      moves,
      world: 'fails',
      expects: {
        ...expects,
        ...(texts.length > 0 && { says: texts.map(text => ({ text })) }),
        endedBy: 'robot',
      },
    },
  };
};

/** A question of the trade: what it is heard by, sentences like which it is heard, and its answer. */
export const knows = (
  id: string,
  [name, ...words]: readonly [string, ...string[]],
  likes: readonly string[],
  sentences: readonly string[],
): KnowledgeItem => ({ ...answers(id, name, words, sentences), likes });

/** Asks for a few words and keeps them; who tells nothing to write down is asked once more, and no further. */
export const hears = (
  id: string,
  name: string,
  cell: readonly [column: number, row: number],
  {
    sentence,
    variable,
    to,
    lost = to,
  }: { readonly sentence: string; readonly variable: string; readonly to: string; readonly lost?: string },
): CollectNode => ({
  ...asks(id, name, cell, [sentence], {
    variable,
    accepts: { type: 'text' },
    ways: { collected: to, refuse: lost, silence: lost, notUnderstood: lost },
  }),
  notUnderstood: { sentences: ['您慢慢说，我记着。'] },
});

/** Asks why somebody does not come: 「要上班，没时间」 is the reason then, and none to call again later. */
export const hearsWhy = (...of: Parameters<typeof hears>): CollectNode => ({
  ...hears(...of),
  ignoring: { common: true },
});

/** Words that mean yes in this plan beside those of every plan. */
export const yesBy = (...words: readonly string[]): Plan['intents'] =>
  emptyPlan.intents.map(intent => (intent.id === 'yes' ? { ...intent, words: [...intent.words, ...words] } : intent));

/** How one is left who has no time now: at nodes `bye`, and `sorry` where another call is not wanted either. */
export const anotherDay = {
  ...{ yes: 'bye', other: 'bye', silence: 'bye', notUnderstood: 'bye' },
  ...{ no: 'sorry', refuse: 'sorry' },
};

export const answered = (variable: string): LevelCondition => ({ fact: 'answered', variable });
export const passed = (node: string): LevelCondition => ({ fact: 'passedNode', node });
export const met = (intent: string): LevelCondition => ({ fact: 'metIntent', intent });

/** A rule of a trade: any of its conditions makes the level. */
export const rule = (level: LevelRule['level'], name: string, ...when: readonly LevelCondition[]): LevelRule => ({
  level,
  name,
  match: 'any',
  when,
});

export const refuses: LevelRule = { ...refused, level: 'E' };

/**
 * Level rules of a plan: who must not be called again comes before all, then what the trade wants (A and B), a refusal unless
 * the trade says where it stands, a promise to call again or a question, whoever spoke, and whoever did not. Who came to an A
 * was no wrong number, whatever was heard on the way.
 */
export const levelsOf = (...wanted: readonly LevelRule[]): readonly LevelRule[] => {
  const best = wanted.findLastIndex(({ level }) => level === 'A') + 1;
  return [
    rule('F', '要求别再打', met('never')),
    ...wanted.slice(0, best),
    rule('F', '打错了', met('common-wrongNumber')),
    ...wanted.slice(best),
    ...(wanted.includes(refuses) ? [] : [refuses]),
    rule('C', '约了再联系', answered('callbackTime')),
    rule('C', '主动提问', { fact: 'questions', atLeast: 1 }),
    rule('D', '说过话，没有结果', { fact: 'turns', atLeast: 1 }),
    { level: 'F', name: '没有有效对话', when: [] },
  ];
};

type Option = string | readonly [answer: string, next: string];

/** A guide question: the first of a guide is its root; an option without a question to lead to ends it. */
export const guideOf = (
  ...questions: readonly (readonly [id: string, title: string, options: readonly Option[], several?: 'several'])[]
): readonly GuideQuestion[] =>
  questions.map(([id, title, options, several], at) => ({
    id,
    title,
    type: several ? 2 : 1,
    options: options.map(option =>
      typeof option === 'string' ? { v: option, n: '' } : { v: option[0], n: option[1] },
    ),
    isRoot: at === 0,
    isRequired: at === 0,
    hasOther: at > 0,
  }));
