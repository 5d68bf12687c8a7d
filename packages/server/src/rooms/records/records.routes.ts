import { callEndpoints, type InputOf, limits, monitorEndpoints, type OutputOf } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext, whoLooks } from '../../platform/http/index.ts';
import { doneAfter } from '../after-call/index.ts';
import { allowSearch, auditBy, recordAudit } from '../audit/index.ts';
import { ladderView } from '../live/index.ts';
import { variablesOfVersion } from '../plans/index.ts';
import { areasOf, areaText } from '../segments/index.ts';
import { findCall, findLadder, notesOf } from './detail.store.ts';
import { startExport } from './export.batch.ts';
import { type CallsFilter, filterFor } from './filter.store.ts';
import { listCalls, totalCalls } from './records.store.ts';
import { detailView, noteView, rowView, type Seen } from './records.view.ts';

/** Call records as pages read them: list, detail, export. */
const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

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

/** `search_more` gates the block of further filters: plan and length of talk. */
const mayFilter = ({ planId, talkFromS }: Filter, { session }: SignedInContext): void => {
  const wantsMore = planId !== undefined || talkFromS !== undefined;
  if (wantsMore && !session.buttons.has('search_more')) throw refuse('noRight');
};

/** The filter as this person may use it. @throws noRight, searchesOut */
export const wantedBy = async (filter: Filter, context: SignedInContext): Promise<CallsFilter> => {
  mayFilter(filter, context);
  await allowSearch(context, filter.phone);
  return filterFor(filter, seesPhones(context));
};

const list = async (
  { page, limit, after, ...filter }: InputOf<typeof callEndpoints.list>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof callEndpoints.list>> => {
  const wanted = await wantedBy(filter, context);
  const offset = after === undefined ? pageOf({ page, limit }).offset : 0;
  const [rows, totals] = await Promise.all([
    listCalls(context.db, wanted, { limit, after: after ?? null, offset }),
    totalCalls(unscopedDb, context.db, wanted, limits.lastRow),
  ]);
  const shown = rows.slice(0, limit);
  const seen = await seenBy(context, unscopedDb, shown);
  const more = totals.calls > limits.lastRow;
  const isFirst = after === undefined && offset === 0;
  return {
    list: shown.map(row => rowView(row, seen)),
    total: totals.calls,
    ...(more && { more: true }),
    sums: more || !isFirst ? null : { talkMs: totals.talkMs, cost: totals.cost, byHand: totals.byHand },
    after: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
};

const exportCalls = async (filter: Filter, context: SignedInContext): Promise<string> => {
  mayFilter(filter, context);
  await allowSearch(context, filter.phone);
  const { db, session, locale } = context;
  return await db.transaction(async tx => {
    const wish = { filter, seesPhones: seesPhones(context), language: locale, origin: context.origin };
    const batchId = await startExport(tx, session.employeeId, wish);
    const { ids, ...filteredBy } = filter;
    const after = { ...filteredBy, ...(ids && { calls: ids.length }) };
    await recordAudit(tx, { action: 'call.export', target: batchId, after }, auditBy(context));
    return batchId;
  });
};

export const bindRecords = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, callEndpoints.list, (input, context) => list(input, context, unscopedDb));
  bind(front, callEndpoints.detail, async ({ id }, context) => {
    const row = await findCall(context.db, id);
    if (row === undefined) throw refuse('notFound', { what: 'callRecord' });
    const [labels, seen, notes, afterCall] = await Promise.all([
      variablesOfVersion(context.db, row.planId, row.planVersion),
      seenBy(context, unscopedDb, [row]),
      notesOf(context.db, id),
      doneAfter(context.db, row.afterCall, context.locale),
    ]);
    const viewer = whoLooks(context.session);
    return {
      ...detailView(row, labels, seen, context.locale),
      notes: notes.map(note => noteView(note, seen.phones, viewer)),
      afterCall: [...afterCall],
    };
  });
  bind(front, monitorEndpoints.ladder, async ({ id }, context) => {
    const row = await findLadder(context.db, id);
    if (row === undefined) throw refuse('notFound', { what: 'callRecord' });
    return { messages: ladderView(row, seesPhones(context)) };
  });
  bind(front, callEndpoints.export, async (input, context) => ({ batchId: await exportCalls(input, context) }));
};
