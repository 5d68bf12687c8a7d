import type { Level } from '@lianxian/core';
import { parse } from 'yaml';

/**
 * A conversation kept as a file (`talks/*.talk.yaml`): what the callee does turn by turn, and what must come of it.
 *
 *     plan: course-follow-up
 *     about: 一句话说清这段对话要守住什么
 *     variables: { name: 王女士 }
 *     turns:
 *       - say: 方便的，你说。
 *         understood: intent:yes # what it is understood as (core's Exit; `yes` is any yes); `none` for nothing
 *         node: 核对年级           # where the flow stands then
 *         hears: 几年级            # part of what the robot says next
 *         within: 1500             # virtual ms from the callee's last sound to the robot's first
 *     ends: { level: A, by: robot, lastNode: 预约成功, answers: { grade: 三年级 } }
 *
 * A turn does one thing: `say`, `press` (keys), `silent` (ms nobody speaks), `over` (speaks `after` ms into whatever the
 * robot says), `cough` (noise of `ms`, `after` ms into it), `listen` (lets the robot finish), or `hangUp`. `person` says of a
 * turn in which somebody is rung whether he `takes` the call; nobody does where it is left out, or says `nobody`.
 */
export interface TalkFile {
  readonly plan: string;
  readonly about: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly minuteOfDay: number;
  readonly turns: readonly TalkTurn[];
  readonly ends: TalkEnd | null;
}

export type TalkAction =
  | { readonly does: 'say'; readonly text: string }
  | { readonly does: 'press'; readonly keys: string }
  | { readonly does: 'silent'; readonly ms: number }
  | { readonly does: 'over'; readonly after: number; readonly text: string }
  | { readonly does: 'cough'; readonly after: number; readonly ms: number }
  | { readonly does: 'listen' }
  | { readonly does: 'hangUp' };

export interface TalkTurn {
  readonly action: TalkAction;
  readonly isTaken: boolean;
  readonly node?: string;
  readonly hears?: string;
  readonly understood?: string;
  readonly within?: number;
}

export interface TalkEnd {
  readonly level?: Level;
  readonly rule?: string;
  readonly by?: string;
  readonly lastNode?: string;
  readonly answers?: Readonly<Record<string, string>>;
}

/** Reads a talk file. Throws a sentence that names what is wrong in it. */
export const parseTalkFile = (text: string): TalkFile => {
  const file = record(parse(text), 'the file', ['plan', 'about', 'variables', 'minuteOfDay', 'turns', 'ends']);
  if (!Array.isArray(file.turns) || file.turns.length === 0) throw new Error('the file needs turns');
  return {
    plan: string(file.plan, 'plan'),
    about: string(file.about, 'about'),
    variables: strings(file.variables ?? {}, 'variables'),
    minuteOfDay: file.minuteOfDay === undefined ? 600 : number(file.minuteOfDay, 'minuteOfDay'),
    turns: file.turns.map((turn, index) => talkTurn(turn, `turn ${index + 1}`)),
    ends: file.ends === undefined ? null : talkEnd(file.ends),
  };
};

const actions = ['say', 'press', 'silent', 'over', 'cough', 'listen', 'hangUp'] as const;

const talkTurn = (value: unknown, where: string): TalkTurn => {
  const turn = record(value, where, [...actions, 'node', 'hears', 'understood', 'within', 'person']);
  return {
    action: talkAction(turn, where),
    isTaken: turn.person !== undefined && taken(turn.person, `${where} person`),
    ...(turn.node !== undefined && { node: string(turn.node, `${where} node`) }),
    ...(turn.hears !== undefined && { hears: string(turn.hears, `${where} hears`) }),
    ...(turn.understood !== undefined && { understood: string(turn.understood, `${where} understood`) }),
    ...(turn.within !== undefined && { within: number(turn.within, `${where} within`) }),
  };
};

const talkAction = (turn: Readonly<Record<string, unknown>>, where: string): TalkAction => {
  const [does, ...others] = actions.filter(action => turn[action] !== undefined);
  if (does === undefined || others.length > 0) throw new Error(`${where} must do one thing: ${actions.join(', ')}`);
  const value = turn[does];
  switch (does) {
    case 'say':
      return { does, text: string(value, `${where} say`) };
    case 'press':
      return { does, keys: String(value) };
    case 'silent':
      return { does, ms: number(value, `${where} silent`) };
    case 'over': {
      const over = record(value, `${where} over`, ['after', 'say']);
      return { does, after: number(over.after, `${where} after`), text: string(over.say, `${where} say`) };
    }
    case 'cough': {
      const cough = record(value, `${where} cough`, ['after', 'ms']);
      return { does, after: number(cough.after, `${where} after`), ms: number(cough.ms, `${where} ms`) };
    }
    case 'listen':
    case 'hangUp':
      return { does };
  }
};

const talkEnd = (value: unknown): TalkEnd => {
  const end = record(value, 'ends', ['level', 'rule', 'by', 'lastNode', 'answers']);
  return {
    ...(end.level !== undefined && { level: string(end.level, 'level') as Level }),
    ...(end.rule !== undefined && { rule: string(end.rule, 'rule') }),
    ...(end.by !== undefined && { by: string(end.by, 'by') }),
    ...(end.lastNode !== undefined && { lastNode: string(end.lastNode, 'lastNode') }),
    ...(end.answers !== undefined && { answers: strings(end.answers, 'answers') }),
  };
};

const record = (value: unknown, where: string, keys: readonly string[]): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${where} must be a map`);
  const unknown = Object.keys(value).find(key => !keys.includes(key));
  if (unknown !== undefined) throw new Error(`${where} has an unknown key ${unknown}; known are ${keys.join(', ')}`);
  return value as Readonly<Record<string, unknown>>;
};

const string = (value: unknown, where: string): string => {
  if (typeof value !== 'string') throw new Error(`${where} must be text`);
  return value;
};

const taken = (value: unknown, where: string): boolean => {
  if (value !== 'takes' && value !== 'nobody') throw new Error(`${where} must be takes or nobody`);
  return value === 'takes';
};

const number = (value: unknown, where: string): number => {
  if (typeof value !== 'number' || !(value >= 0)) throw new Error(`${where} must be a number`);
  return value;
};

const strings = (value: unknown, where: string): Readonly<Record<string, string>> => {
  if (typeof value !== 'object' || value === null) throw new Error(`${where} must be a map`);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, String(item)]));
};
