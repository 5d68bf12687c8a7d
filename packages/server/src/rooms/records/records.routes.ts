import {
  callEndpoints,
  type InputOf,
  limits,
  monitorEndpoints,
  type OutputOf,
  taskLogEndpoints,
  voiceLogEndpoints,
} from '@lianxian/contract';
import { callStates, mayTellNumber, type SaidSearch } from '@lianxian/core';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext, whoLooks } from '../../platform/http/index.ts';
import { doneAfter } from '../after-call/index.ts';
import { allowSearch } from '../audit/index.ts';
import { ladderView } from '../live/index.ts';
import { planVersion, variablesOfVersion } from '../plans/index.ts';
import { isNumberToken } from '../seats/index.ts';
import { areasOf, areaText } from '../segments/index.ts';
import { choicesOf } from './choices.store.ts';
import { type FoundCall, type FoundLeg, findCall, findLadder, legsOf, notesOf } from './detail.store.ts';
import { type CallsFilter, filterFor } from './filter.store.ts';
import { flowsPassed } from './graph.view.ts';
import { type ListedCall, listCalls, totalCalls } from './records.store.ts';
import { detailView, legView, noteView, rowView, type Seen } from './records.view.ts';
import { callsSaying, LOOKED_AT, walkSaying } from './search.store.ts';

/** Call records as pages read them: list, detail, export. */
export const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

/** What the viewer may see of these calls, with the areas of their numbers in one query. */
const seenBy = async (
  context: SignedInContext,
  unscopedDb: UnscopedDb,
  rows: readonly { readonly phone: string }[],
): Promise<Seen> => {
  const areas = await areasOf(
    unscopedDb,
    rows.map(row => row.phone),
  );
  const phones = seesPhones(context);
  return { phones, areas: new Map([...areas].map(([phone, area]) => [phone, areaText(area, phones)])) };
};

type Filter = InputOf<typeof callEndpoints.export>;

/** Open to all who see calls; what else they are narrowed by stands behind `search_more`. */
const openFilters: readonly string[] = [
  'from',
  'to',
  'taskId',
  'source',
  'states',
  'levels',
  'phone',
  'namesAuthority',
  'variant',
  'ids',
] satisfies (keyof Filter)[];

/**
 * Lets pass what this person may narrow calls by. A city leaves few ranges of the figures that are masked, and words that hold
 * figures would guess a number that was said: neither is for who sees numbers masked.
 *
 * @throws noRight, saidFigures, searchesOut
 */
export const mayFilter = async (filter: Filter, context: SignedInContext): Promise<void> => {
  const wantsMore = Object.entries(filter).some(([key, value]) => value !== undefined && !openFilters.includes(key));
  if (wantsMore && !context.session.buttons.has('search_more')) throw refuse('noRight');
  if (!seesPhones(context)) {
    if (filter.city !== undefined) throw refuse('noRight');
    if (mayTellNumber(filter.words ?? '')) throw refuse('saidFigures');
  }
  await allowSearch(context, filter.phone);
};

/** The filter as this person may use it. @throws noRight, saidFigures, searchesOut */
export const wantedBy = async (
  filter: Filter,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<CallsFilter> => {
  await mayFilter(filter, context);
  return filterFor(unscopedDb, filter, seesPhones(context));
};

/** What stood for the number, for a seat that may not see it, stands for it no more: who reads sees it as they may. */
const withNumbers = (leg: FoundLeg, phone: string): FoundLeg => {
  const named = (text: string): string => (isNumberToken(text) ? phone : text);
  return { ...leg, calledFrom: named(leg.calledFrom), calledTo: named(leg.calledTo) };
};

type ListedPage = Pick<OutputOf<typeof callEndpoints.list>, 'total' | 'more' | 'lookedAt' | 'sums' | 'after'> & {
  readonly rows: readonly ListedCall[];
};
interface PageAsked {
  readonly limit: number;
  readonly after: string | null;
  readonly offset: number;
}

/** A page with what is known of all that was found. */
const countedPage = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  wanted: CallsFilter,
  page: PageAsked,
): Promise<ListedPage> => {
  const [rows, totals] = await Promise.all([
    listCalls(db, wanted, page),
    totalCalls(unscopedDb, db, wanted, limits.lastRow),
  ]);
  const more = totals.calls > limits.lastRow;
  const isFirst = page.after === null && page.offset === 0;
  const { limit } = page;
  const { calls, ...sums } = totals;
  return {
    rows: rows.slice(0, limit),
    total: calls,
    ...(more && { more: true }),
    sums: more || !isFirst ? null : sums,
    after: rows.length > limit ? (rows[limit - 1]?.cursor ?? null) : null,
  };
};

/** A page of the calls in which it was said. Those of words that many calls hold are not counted. */
const saidPage = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  wanted: CallsFilter & { readonly said: SaidSearch },
  page: PageAsked,
): Promise<ListedPage> => {
  const withIds = (ids: readonly string[]) => ({
    ...wanted,
    said: null,
    filter: { ...wanted.filter, ids: [...ids, NO_CALL] },
  });
  const few = await callsSaying(db, wanted.said);
  if (few !== null) return await countedPage(unscopedDb, db, withIds(few), page);
  const { limit, after, offset } = page;
  const walked = await walkSaying(unscopedDb, db, wanted, { after, most: offset + limit + 1 });
  const ids = walked.ids.slice(offset, offset + limit);
  const rows = await listCalls(db, withIds(ids), { limit, after: null, offset: 0 });
  const goesOn = walked.ids.length > offset + limit;
  return {
    rows,
    total: offset + rows.length,
    more: goesOn || walked.end !== null,
    ...(walked.end !== null && { lookedAt: LOOKED_AT }),
    sums: null,
    after: goesOn ? (rows.at(-1)?.cursor ?? null) : walked.end,
  };
};
/** Beside those that were found, so that none of them is none. */
const NO_CALL = '0';

const list = async (
  { page, limit, after, ...filter }: InputOf<typeof callEndpoints.list>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof callEndpoints.list>> => {
  const wanted = await wantedBy(filter, context, unscopedDb);
  const { said } = wanted;
  const asked = { limit, after: after ?? null, offset: after === undefined ? pageOf({ page, limit }).offset : 0 };
  const { rows, ...rest } = await (said === null
    ? countedPage(unscopedDb, context.db, wanted, asked)
    : saidPage(unscopedDb, context.db, { ...wanted, said }, asked));
  const seen = await seenBy(context, unscopedDb, rows);
  return { list: rows.map(row => rowView(row, seen)), ...rest };
};

/** The same list under the original's names: calls of tasks, and those that no task made. */
const logOf =
  (source: 'task' | 'voice', unscopedDb: UnscopedDb) =>
  async (input: InputOf<typeof taskLogEndpoints.list>, context: SignedInContext) => {
    const {
      sums: _,
      lookedAt: __,
      ...page
    } = await list({ ...input, source, states: [...callStates] }, context, unscopedDb);
    return page;
  };

/** What a plan says of its call; nothing of one without a plan. */
const ofPlan = async <T>(
  { planId, planVersion: version }: Pick<FoundCall, 'planId' | 'planVersion'>,
  read: (planId: string, version: number) => Promise<T>,
): Promise<T | undefined> => (planId === null || version === null ? undefined : await read(planId, version));

export const bindRecords = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, taskLogEndpoints.list, logOf('task', unscopedDb));
  bind(front, voiceLogEndpoints.list, logOf('voice', unscopedDb));
  bind(front, callEndpoints.list, (input, context) => list(input, context, unscopedDb));
  bind(front, callEndpoints.detail, async ({ id }, context) => {
    const row = await findCall(context.db, id);
    if (row === undefined) throw refuse('notFound', { what: 'callRecord' });
    const [labels, seen, notes, legs, afterCall] = await Promise.all([
      ofPlan(row, (plan, version) => variablesOfVersion(context.db, plan, version)),
      seenBy(context, unscopedDb, [row]),
      notesOf(context.db, id),
      legsOf(context.db, id),
      doneAfter(context.db, row.afterCall, context.locale),
    ]);
    const viewer = whoLooks(context.session);
    return {
      ...detailView(row, labels ?? [], seen, context.locale),
      legs: legs.map(leg => legView(withNumbers(leg, row.phone), seen, context.locale)),
      notes: notes.map(note => noteView(note, seen.phones, viewer)),
      afterCall: [...afterCall],
    };
  });
  bind(front, callEndpoints.graph, async ({ id }, { db }) => {
    const row = await findCall(db, id);
    if (row === undefined) throw refuse('notFound', { what: 'callRecord' });
    const version = await ofPlan(row, (plan, of) => planVersion(db, plan, of));
    const passed = (row.path ?? []) as readonly { readonly node: string }[];
    return { flows: version === undefined ? [] : flowsPassed(version.graph, new Set(passed.map(({ node }) => node))) };
  });
  bind(front, monitorEndpoints.ladder, async ({ id }, context) => {
    const row = await findLadder(context.db, id);
    if (row === undefined) throw refuse('notFound', { what: 'callRecord' });
    return { messages: ladderView(row, seesPhones(context)) };
  });
  bind(front, callEndpoints.choices, (_, context) => choicesOf(context.db, unscopedDb, seesPhones(context)));
};
