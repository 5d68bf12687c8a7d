import { type InputOf, isDayRange, MOST_DAYS, nodeStatEndpoints, type OutputOf } from '@lianxian/contract';
import { type Plan, taught } from '@lianxian/core';
import { type Days, instantsOf, planExists, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { borrowedFor } from '../keywords/index.ts';
import { changeDraft, draftOf, tellSaved } from '../plans/index.ts';
import { keyOf, shownText } from './alike.policy.ts';
import { listCuts, listEnded } from './ended.store.ts';
import { cutView, endedView } from './ended.view.ts';
import { gainOf } from './gain.policy.ts';
import { nodeCounts } from './heat.store.ts';
import { heatView } from './heat.view.ts';
import { heed, ignore, ignoredOf, listKnown, listMissed } from './missed.store.ts';
import { linesOf, missedView } from './missed.view.ts';
import { readersOnBench } from './reader.ts';

interface LearningParts {
  readonly unscopedDb: UnscopedDb;
  readonly push: PushSender;
}

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

/** The draft of a plan that is the merchant's. */
const graphOf = async ({ db }: SignedInContext, planId: string): Promise<Plan> => {
  const draft = await draftOf(db, planId);
  if (draft === undefined) throw refuse('notFound', { what: 'plan' });
  return draft.graph;
};

const planThere = async ({ db }: SignedInContext, planId: string): Promise<void> => {
  if (!(await planExists(db, planId))) throw refuse('notFound', { what: 'plan' });
};

/** With the words it borrows of the common library, as a version would carry them. */
const readable = async ({ db }: SignedInContext, graph: Plan): Promise<Plan> => {
  const groups = [...graph.intents, ...graph.knowledge].flatMap(item => item.groups ?? []);
  return groups.length === 0 ? graph : { ...graph, borrowed: await borrowedFor(db, [...new Set(groups)]) };
};

interface DaysIn extends Days {
  readonly planId: string;
  readonly byHand: boolean;
  readonly version?: number | undefined;
}

const daysOf = ({ from, to }: Days): Days => {
  if (!isDayRange({ from, to })) throw refuse('daysTooMany', { limit: MOST_DAYS });
  return { from, to };
};

const wishOf = async (
  input: DaysIn & { readonly node?: string | undefined },
  { db }: SignedInContext,
  unscopedDb: UnscopedDb,
) => ({
  planId: input.planId,
  ...(await instantsOf(unscopedDb, db.merchantId, daysOf(input))),
  version: input.version ?? null,
  node: input.node ?? null,
  byHand: input.byHand,
});

const ended = async (
  { limit, after, how, ...input }: InputOf<typeof nodeStatEndpoints.ended>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof nodeStatEndpoints.ended>> => {
  const wish = { ...(await wishOf(input, context, unscopedDb)), node: input.node, how: how ?? null };
  const isFirst = after === undefined;
  const [rows, cuts] = await Promise.all([
    listEnded(context.db, wish, after ?? null, limit),
    isFirst ? listCuts(context.db, wish) : [],
  ]);
  const shown = rows.slice(0, limit);
  return {
    list: shown.map(row => endedView(row, seesPhones(context))),
    after: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
    cut: cutView(cuts),
  };
};

const missed = async (
  { withIgnored, suspects, ...input }: InputOf<typeof nodeStatEndpoints.missed>,
  context: SignedInContext,
  { unscopedDb }: LearningParts,
): Promise<OutputOf<typeof nodeStatEndpoints.missed>> => {
  const graph = await readable(context, await graphOf(context, input.planId));
  const [rows, ignored] = await Promise.all([
    listMissed(context.db, { ...(await wishOf(input, context, unscopedDb)), suspects }),
    ignoredOf(context.db, input.planId),
  ]);
  const [reader] = await readersOnBench(
    context,
    [graph],
    linesOf(rows).map(({ shown }) => shown),
  );
  return missedView(rows, { understoodAs: reader.read, ignored, withIgnored });
};

const gain = async (
  { lesson, sayings, ...input }: InputOf<typeof nodeStatEndpoints.gain>,
  context: SignedInContext,
  { unscopedDb }: LearningParts,
): Promise<OutputOf<typeof nodeStatEndpoints.gain>> => {
  const graph = await readable(context, await graphOf(context, input.planId));
  const wish = await wishOf(input, context, unscopedDb);
  const [rows, known] = await Promise.all([listMissed(context.db, wish), listKnown(context.db, wish)]);
  const said = {
    missed: [...Map.groupBy(linesOf(rows), ({ shown }) => shown)].map(([text, of]) => ({ text, n: of.length })),
    known: known.map(({ text, n }) => ({ text: shownText(text, ''), n })),
  };
  const texts = [...said.missed, ...said.known].map(({ text }) => text);
  const [before, after] = await readersOnBench(context, [graph, taught(graph, lesson)], texts);
  return gainOf({ ...said, group: new Set(sayings), before, after });
};

export const bindLearning = (front: Front, parts: LearningParts): void => {
  const { unscopedDb, push } = parts;
  bind(front, nodeStatEndpoints.heat, async (input, context) => {
    await planThere(context, input.planId);
    const counts = await nodeCounts(unscopedDb, context.db, {
      ...daysOf(input),
      planId: input.planId,
      byHand: input.byHand,
    });
    return heatView(counts, input.version ?? null);
  });
  bind(front, nodeStatEndpoints.ended, async (input, context) => {
    await planThere(context, input.planId);
    return ended(input, context, unscopedDb);
  });
  bind(front, nodeStatEndpoints.missed, (input, context) => missed(input, context, parts));
  bind(front, nodeStatEndpoints.gain, (input, context) => gain(input, context, parts));
  bind(front, nodeStatEndpoints.learn, async ({ planId, lesson }, context) => {
    const { session, at } = context;
    const by = { employeeId: session.employeeId, at };
    const change = (graph: Plan) => taught(graph, lesson);
    const rev = await changeDraft(context, { id: planId, change, by }, tx =>
      recordAudit(tx, { action: 'plan.learn', target: planId, after: { lesson } }, auditBy(context)),
    );
    await tellSaved(push, context, { id: planId, rev });
    return { rev };
  });
  bind(front, nodeStatEndpoints.ignore, async ({ planId, sayings, ignored }, context) => {
    await planThere(context, planId);
    const keys = [...new Set(sayings.map(keyOf))];
    await context.db.transaction(async tx => {
      await (ignored ? ignore : heed)(tx, planId, keys);
      const after = { ignored, sentences: keys.length };
      await recordAudit(tx, { action: 'plan.ignore', target: planId, after }, auditBy(context));
    });
    return {};
  });
};
