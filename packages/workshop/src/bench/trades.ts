import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  type CompiledPlan,
  type ConversationNote,
  compileWhole,
  type Plan,
  type PlanNode,
  planParts,
  proposedMeanings,
} from '@lianxian/core';
import { createTypedTalk } from '@lianxian/core/simulation';
import { emptyPlan } from '../../../server/seed/templates/empty.ts';
import { syllablesOf } from '../../../server/src/platform/words/syllables.ts';

/**
 * What plans of three trades hear of the sentences held out for them (held-out/README.md): each is said at its node, in a
 * whole talk in virtual time, and what the robot did is compared with what it should have done.
 */
export const trades = ['a', 'b', 'c'] as const;
type Trade = (typeof trades)[number];

/** When each call takes place, as the sheets said. */
const calledAt: Readonly<Record<Trade, { readonly date: string; readonly minuteOfDay: number }>> = {
  a: { date: '2026-12-02', minuteOfDay: 600 },
  b: { date: '2027-01-18', minuteOfDay: 900 },
  c: { date: '2026-12-11', minuteOfDay: 1_110 },
};

/** `fatal`: wrong, and the call ended, the number was blocked or the goal reached by it. */

type Verdict = 'right' | 'askedBack' | 'wrong' | 'fatal';

interface Expected {
  readonly node: string;
  readonly kind: string;
  readonly said: string;
  readonly outcome: string;
  readonly value: string;
  readonly further: string;
}

const folder = new URL('../../held-out/trades/', import.meta.url);
const planOf = (trade: Trade): Plan => JSON.parse(readFileSync(new URL(`${trade}.plan.json`, folder), 'utf8')) as Plan;
/** What callees say of them: written before what is measured, and by another hand after it. */
export const tradeSets = ['first', 'further'] as const;
type TradeSet = (typeof tradeSets)[number];

const expectedOf = (trade: string, set: TradeSet): readonly Expected[] =>
  gunzipSync(readFileSync(new URL(`${trade}${set === 'first' ? '' : `.${set}`}.tsv.gz`, folder)))
    .toString()
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const [node = '', kind = '', said = '', outcome = '', value = '', further = ''] = line.split('\t');
      return { node, kind, said, outcome, value, further };
    });

/**
 * The plans were there before parts were offered whole and meanings taken by name. What an editor does today is done to them
 * blindly: the global dialogue and yes, no and refusal are heard as the parts and the blank plan hear them, the first meaning that is
 * proposed is taken, and words are heard by ear.
 */
const asOffered = (written: Plan): Plan => {
  const plan: Plan = {
    ...written,
    defaults: { ...written.defaults, byEar: true },
    intents: written.intents.map(intent => {
      const words = emptyPlan.intents.find(({ id }) => id === intent.id)?.words;
      return words ? { ...intent, words } : intent;
    }),
    knowledge: written.knowledge.map(({ likes, ...item }) => {
      const part = planParts.find(({ kind }) => kind === item.common);
      return part ? { ...item, ...part.hears } : { ...item, ...(likes && { likes }) };
    }),
  };
  const proposed = proposedMeanings(plan);
  const taking =
    (kind: 'intent' | 'knowledge') =>
    <T extends { readonly id: string }>(one: T): T => {
      const first = proposed.find(({ owner }) => owner.kind === kind && owner.id === one.id)?.meanings.slice(0, 1);
      return first ? { ...one, meanings: first } : one;
    };
  return { ...plan, intents: plan.intents.map(taking('intent')), knowledge: plan.knowledge.map(taking('knowledge')) };
};

/** The plan of a trade as an editor would have it today. */
export const offeredPlan = (trade: Trade): Plan => asOffered(planOf(trade));

/** The plan of a call that has come as far as this node. */
const planAt = (plan: Plan, node: string): Plan => ({
  ...plan,
  flows: plan.flows.map(flow => (flow.nodes.some(({ id }) => id === node) ? { ...flow, rootNode: node } : flow)),
  rootFlow: plan.flows.find(flow => flow.nodes.some(({ id }) => id === node))!.id,
});

/** What was noted after the sentence, until the robot has replied and listens again. */
const heardAfter = (
  compiled: CompiledPlan,
  { date, minuteOfDay }: (typeof calledAt)['a'],
  said: string,
): readonly ConversationNote[] => {
  const talk = createTypedTalk(compiled, undefined, syllablesOf);
  talk.begin({}, minuteOfDay, date);
  talk.letFinish();
  const before = talk.notes().length;
  talk.say(said);
  talk.letReply();
  talk.letFinish();
  return talk.notes().slice(before);
};

type Kept = Extract<ConversationNote, { type: 'answer.kept' }>;

const minutes = (time: string): number => Number(time.split(':')[0]) * 60 + Number(time.split(':')[1]);

/** Is it the day and hour that column 5 writes (held-out/trades/FORMAT.md)? */
const isWhen = (written: string, when: NonNullable<Kept['when']>): boolean => {
  const [day = '', ...rest] = written.replace(/^not /, '').split(' ');
  const [clock = ''] = rest;
  const isOpenHalf = clock.endsWith('?');
  const time = /^\d/.test(clock) ? clock.replace('?', '') : null;
  const days = when.days.map(({ from, to }) => (from === to ? from : `${from}..${to}`)).join('|');
  const dayFits = written.startsWith('not ')
    ? when.except.join('|') === day
    : day === '?'
      ? when.days.length === 0 && when.open === 'day'
      : days === day;
  const [from = '', to = from] = (time ?? '').split('-');
  const timeFits =
    time === null
      ? clock === '' || when.part === clock
      : isOpenHalf
        ? when.open === 'half'
        : when.time?.from === minutes(from) && when.time.to === minutes(to);
  return dayFits && timeFits;
};

const isValue = (
  node: PlanNode,
  written: string,
  { value, when }: Extract<ConversationNote, { type: 'answer.kept' }>,
) => {
  if (node.kind !== 'collect') return false;
  if (node.accepts.type === 'date') return when !== undefined && isWhen(written, when);
  if (node.accepts.type === 'text') return value.includes(written);
  return value === written;
};

const repeats = ['repeat', 'notHeard'];
const asItem = (key: string): readonly string[] => (repeats.includes(key) ? repeats : [key]);

/** Where an item leads; two ways to one node are one. */
const leadsTo = ({ knowledge }: Plan, id: string): string | null => {
  const next = knowledge.find(item => item.id === id)?.next;
  return next && 'goto' in next ? next.goto : null;
};

const judge = (plan: Plan, expected: Expected, notes: readonly ConversationNote[]): Verdict => {
  const nodes = plan.flows.flatMap(flow => flow.nodes);
  const node = nodes.find(({ id }) => id === expected.node)!;
  const kept = notes.flatMap(note => (note.type === 'answer.kept' ? [note] : []));
  const entered = notes.flatMap(note => (note.type === 'node.entered' ? [note] : []));
  const items = entered.filter(({ knowledge }) => knowledge).map(each => each.node);
  const to = entered.find(each => !each.knowledge && each.node !== node.id)?.node ?? null;
  /** 「在开会，明天上午打」 answers a node further on. */
  const askedFor = ({ variable }: Kept): PlanNode =>
    nodes.find(each => each.kind === 'collect' && each.variable === variable) ?? node;
  const wantsNoCalls = notes.some(note => note.type === 'callee.wantsNoMoreCalls');
  const wayOf = (on: string): string | null =>
    ('routers' in node && node.routers.find(router => router.on === on)?.to) || null;
  const says = notes.flatMap(note => (note.type === 'robot.said' ? [note.text] : []));
  const asked = to === null && kept.length === 0 && items.length === 0 && !wantsNoCalls;

  const cameTo = (outcome: string): boolean => {
    switch (outcome) {
      case 'answer':
        return expected.value.includes('?') && asked
          ? notes.some(note => note.type === 'callee.said' && !note.missed)
          : kept.some(note => isValue(askedFor(note), expected.value, note));
      case 'yes':
      case 'no':
        return to !== null && to === wayOf(outcome) && kept.length === 0;
      case 'refuse':
        return items.includes('refusal') || (to !== null && to === (wayOf('refuse') ?? wayOf('no')));
      case 'noMoreCalls':
        return wantsNoCalls;
      case 'nothing':
        return asked;
      case 'repeat':
        return (
          items.some(item => repeats.includes(item)) ||
          (asked && 'sentences' in node && says.some(text => node.sentences.some(own => text.includes(own))))
        );
      default:
        return asItem(outcome).some(id => items.includes(id) || (to !== null && to === leadsTo(plan, id)));
    }
  };
  const wished = [expected.outcome, expected.further].filter(outcome => outcome !== '');
  if (wished.every(cameTo) && wantsNoCalls === wished.includes('noMoreCalls')) return 'right';
  if (asked) return 'askedBack';
  const ends = to !== null && nodes.find(({ id }) => id === to)?.kind === 'hangup';
  return ends || wantsNoCalls ? 'fatal' : 'wrong';
};

interface Counted {
  readonly trade: Trade;
  readonly kind: string;
  readonly outcome: string;
  readonly verdict: Verdict;
}

/** How each sentence came out: what it was of, never its words. */
export const hearTrades = (set: TradeSet): readonly Counted[] =>
  trades.flatMap(trade => {
    const plan = offeredPlan(trade);
    const compiledAt = new Map(
      plan.flows.flatMap(flow => flow.nodes).map(({ id }) => [id, compileWhole(planAt(plan, id), syllablesOf)]),
    );
    return expectedOf(trade, set).map(expected => {
      const compiled = compiledAt.get(expected.node);
      if (compiled === undefined) throw new Error(`${trade}: there is no node ${expected.node}`);
      const verdict = judge(plan, expected, heardAfter(compiled, calledAt[trade], expected.said));
      return { trade, kind: expected.kind, outcome: expected.outcome, verdict };
    });
  });
