import { planLimits, type QuestionSheet } from '@lianxian/contract';
import { freshQuestion, type KnowledgeItem, tidy } from '@lianxian/core';

/**
 * A sheet of questions and the knowledge base become one. Rows with an answer in common are one question, so is a row with
 * one of the plan's own; a way of asking with two answers is a conflict, which a person decides. Nothing that is there goes
 * but the ways of asking that somebody gave to another answer.
 */
type Row = QuestionSheet['list'][number];

/** Who answers: a question of the plan (`key` is its id), or one that the sheet would make. */
interface Side {
  readonly key: string;
  readonly isThere: boolean;
  readonly name: string;
  /** All wordings, those of the sheet with them. */
  readonly answers: readonly string[];
  /** Keywords that the sheet gives it. */
  readonly words: readonly string[];
}

/** Ways of asking that the same sides answer. */
export interface Conflict {
  readonly key: string;
  readonly asked: readonly string[];
  /** Those of the plan first. */
  readonly sides: readonly Side[];
}

interface Weighed {
  readonly sides: ReadonlyMap<string, Side>;
  /** Ways of asking that nobody else answers, by who does. */
  readonly clear: readonly { readonly text: string; readonly side: string }[];
  readonly conflicts: readonly Conflict[];
}

/** What is asked or said the same way: blanks, width, capitals and the mark at its end do not count. */
const keyOf = (text: string): string => tidy(text).replace(/[。！？!?.…~]+$/u, '');

const waysOf = ({ likes = [], exact = [], words }: KnowledgeItem): readonly string[] => [...likes, ...exact, ...words];

/** Texts by what they say, in the order they came. */
type Texts = Map<string, string>;
const add = (all: Texts, more: readonly string[]): Texts => {
  for (const text of more) if (!all.has(keyOf(text))) all.set(keyOf(text), text);
  return all;
};
const textsOf = (there: readonly string[]): Texts => new Map(there.map(text => [keyOf(text), text]));

/** Those that are there, then those that come, each once. */
const union = (there: readonly string[], more: readonly string[]): readonly string[] => [
  ...add(textsOf(there), more).values(),
];

/** A side while rows are still added to it. */
interface Growing extends Pick<Side, 'key' | 'isThere' | 'name'> {
  readonly answers: Texts;
  readonly words: Texts;
}

/** Rows by who answers them: a side of the plan by any answer in common, else one of their own. */
const sidesOf = (knowledge: readonly KnowledgeItem[], rows: readonly Row[]) => {
  const growing = new Map<string, Growing>();
  const byAnswer = new Map<string, string>();
  const answered = (answers: readonly string[], side: string) => {
    for (const answer of answers.map(keyOf)) if (answer !== '' && !byAnswer.has(answer)) byAnswer.set(answer, side);
  };
  for (const { id, name, answers } of knowledge) {
    growing.set(id, { key: id, isThere: true, name, answers: textsOf(answers), words: new Map() });
    answered(answers, id);
  }
  const sideOf = rows.map(({ line, name, asked, words, answers }) => {
    const known = answers.map(answer => byAnswer.get(keyOf(answer))).find(side => side !== undefined);
    const key = known ?? `row ${line}`;
    const called = name || (asked[0] ?? words[0] ?? '').slice(0, planLimits.nameChars);
    const side = growing.get(key) ?? { key, isThere: false, name: called, answers: new Map(), words: new Map() };
    growing.set(key, side);
    add(side.answers, answers);
    add(side.words, words);
    answered(answers, key);
    return key;
  });
  const sides = new Map<string, Side>();
  for (const [key, side] of growing)
    sides.set(key, { ...side, answers: [...side.answers.values()], words: [...side.words.values()] });
  return { sides, sideOf };
};

/** What the rows of a sheet are to the knowledge base, before anything is taken. */
export const weigh = (knowledge: readonly KnowledgeItem[], rows: readonly Row[]): Weighed => {
  const { sides, sideOf } = sidesOf(knowledge, rows);
  const asks = new Map<string, { text: string; there: Set<string>; sheet: Set<string> }>();
  for (const [at, { asked }] of rows.entries())
    for (const text of asked) {
      const ask = asks.get(keyOf(text)) ?? { text, there: new Set(), sheet: new Set() };
      ask.sheet.add(sideOf[at]!);
      asks.set(keyOf(text), ask);
    }
  for (const item of knowledge) for (const way of waysOf(item)) asks.get(keyOf(way))?.there.add(item.id);
  const clear: { text: string; side: string }[] = [];
  const conflicts = new Map<string, Conflict & { readonly asked: string[] }>();
  for (const { text, there, sheet } of asks.values()) {
    const all = [...new Set([...there, ...sheet])];
    if (all.length === 1 || [...sheet].every(side => there.has(side))) {
      clear.push({ text, side: [...sheet][0]! });
      continue;
    }
    const key = all.join(' | ');
    const conflict = conflicts.get(key) ?? { key, asked: [], sides: all.map(side => sides.get(side)!) };
    conflict.asked.push(text);
    conflicts.set(key, conflict);
  }
  return { sides, clear, conflicts: [...conflicts.values()] };
};

interface Taken {
  readonly knowledge: readonly KnowledgeItem[];
  /** Questions that are new. */
  readonly fresh: number;
  /** Ways of asking that came to the plan, or to another answer. */
  readonly ways: number;
  /** There as they are. */
  readonly same: number;
  /** Ways of asking that a plan has no room for. */
  readonly over: number;
}

/** Which ways each side gets, and which each question of the plan gives away. */
const settle = ({ clear, conflicts }: Weighed, decided: ReadonlyMap<string, string>) => {
  const gets = new Map<string, string[]>();
  const gives = new Map<string, Map<string, string>>();
  const get = (side: string, text: string) => {
    const all = gets.get(side) ?? [];
    all.push(text);
    gets.set(side, all);
  };
  for (const { text, side } of clear) get(side, text);
  for (const { key, asked, sides } of conflicts) {
    const chosen = decided.get(key);
    if (chosen === undefined) continue;
    for (const text of asked) {
      get(chosen, text);
      for (const side of sides)
        if (side.isThere && side.key !== chosen)
          gives.set(side.key, (gives.get(side.key) ?? new Map()).set(keyOf(text), chosen));
    }
  }
  return { gets, gives };
};

const hasNoWay = (item: KnowledgeItem): boolean =>
  waysOf(item).length === 0 &&
  [item.combined, item.patterns, item.sounds, item.groups].every(list => (list ?? []).length === 0);

/**
 * The knowledge base with the sheet in it; what is not decided stays as it is. A question all of whose ways went to an
 * answer of the sheet is that question still, with the other answer: its place, its name and what follows it stay.
 */
export const taken = (
  knowledge: readonly KnowledgeItem[],
  weighed: Weighed,
  decided: ReadonlyMap<string, string>,
  newId: () => string,
): Taken => {
  const { gets, gives } = settle(weighed, decided);
  const sums = { fresh: 0, ways: 0, same: 0, over: 0 };
  const inherited = new Set<string>();
  const withSide = (item: KnowledgeItem, { key, words, answers }: Side): KnowledgeItem => {
    const known = new Set(waysOf(item).map(keyOf));
    const more = (gets.get(key) ?? []).filter(text => !known.has(keyOf(text)));
    const likes = [...(item.likes ?? []), ...more];
    sums.same += (gets.get(key)?.length ?? 0) - more.length;
    const room = Math.min(likes.length, planLimits.words);
    sums.over += likes.length - room;
    sums.ways += more.length - (likes.length - room);
    return {
      ...item,
      answers: union(item.answers, answers).slice(0, planLimits.wordings),
      words: union(item.words, words).slice(0, planLimits.words),
      ...(likes.length > 0 && { likes: likes.slice(0, room) }),
    };
  };
  const kept = knowledge.map(item => {
    const [side, gave] = [weighed.sides.get(item.id)!, gives.get(item.id)];
    const isAsked = gets.has(item.id) || side.words.length > 0;
    if (gave === undefined) return isAsked ? withSide(item, side) : item;
    const left = (list: readonly string[]) => list.filter(text => !gave.has(keyOf(text)));
    const rest: KnowledgeItem = {
      ...item,
      words: left(item.words),
      ...(item.likes && { likes: left(item.likes) }),
      ...(item.exact && { exact: left(item.exact) }),
    };
    const heir = [...gave.values()].map(key => weighed.sides.get(key)!).find(({ isThere }) => !isThere);
    if (isAsked) return withSide(rest, side);
    if (!heir || inherited.has(heir.key) || !hasNoWay(rest)) return rest;
    inherited.add(heir.key);
    return withSide({ ...rest, answers: [] }, heir);
  });
  const fresh: KnowledgeItem[] = [];
  for (const side of weighed.sides.values()) {
    const ways = gets.get(side.key)?.length ?? 0;
    const isOnlyWords = side.words.length > 0 && !weighed.conflicts.some(({ sides }) => sides.includes(side));
    if (side.isThere || inherited.has(side.key) || (ways === 0 && !isOnlyWords)) continue;
    if (kept.length + fresh.length >= planLimits.knowledge) sums.over += Math.max(1, ways);
    else fresh.push(withSide(freshQuestion(newId(), side.name, []), side));
  }
  return { knowledge: [...kept, ...fresh], ...sums, fresh: fresh.length };
};
