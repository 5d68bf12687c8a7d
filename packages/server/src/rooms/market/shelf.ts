import { type InputOf, limits, type marketEndpoints, marketLimits, type OutputOf } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { fingerprintOf } from '../packages/index.ts';
import { licenceFor } from '../plan-products/index.ts';
import {
  countShelf,
  countTrades,
  findOnShelf,
  listShelf,
  type ShelfRow,
  type Sort,
  shelvedVersions,
  shownVersion,
} from './shelf.store.ts';
import { REFUND_MS, rowView, takenView } from './shelf.view.ts';
import { calledWith, countTakenOf, findTaken, listTaken, type TakenRow } from './taken.store.ts';
import { turnsLeft } from './turns.store.ts';

const AT_A_GLANCE = 8;
const nothing = { search: '' } as const;
/** A cursor that is none of ours is refused, never sent to the database. */
const CURSOR = /^-?\d{1,20}(\.\d{1,20})?(e-?\d{1,3})?_\d{1,18}$/;

const cursorOf = (after: string | undefined): string | null => {
  if (after === undefined) return null;
  if (!CURSOR.test(after)) throw refuse('badInput', { field: 'after', fault: 'cursor' });
  return after;
};

export const shelves = async (
  { db: { merchantId: buyer }, db }: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof marketEndpoints.shelves>> => {
  const first = async (sort: Sort, filter: { readonly priceKind?: 'free' } = {}) => {
    const page = { buyer, sort, after: null, offset: 0, limit: AT_A_GLANCE };
    const rows = await listShelf(unscopedDb, { ...nothing, ...filter }, page);
    return rows.slice(0, AT_A_GLANCE).map(row => rowView(row, buyer));
  };
  const [trades, best, newest, free, { upgrades }] = await Promise.all([
    countTrades(unscopedDb),
    first('rating'),
    first('newest'),
    first('taken', { priceKind: 'free' }),
    countTakenOf(db),
  ]);
  return { trades, best: best.filter(({ rating }) => rating !== null), newest, free, upgrades };
};

export const list = async (
  { sort, after: given, page, limit: wished, ...filter }: InputOf<typeof marketEndpoints.list>,
  { db: { merchantId: buyer } }: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof marketEndpoints.list>> => {
  const after = cursorOf(given);
  const { offset, limit } = after === null ? pageOf({ page, limit: wished }) : { offset: 0, limit: wished };
  const [rows, total] = await Promise.all([
    listShelf(unscopedDb, filter, { buyer, sort, after, offset, limit }),
    countShelf(unscopedDb, filter, limits.lastRow),
  ]);
  const shown = rows.slice(0, limit);
  return {
    list: shown.map(row => rowView(row, buyer)),
    total,
    after: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
};

/** One that the caller may see. @throws notFound */
export const readOnShelf = async (unscopedDb: UnscopedDb, buyer: string, id: string): Promise<ShelfRow> => {
  const row = await findOnShelf(unscopedDb, buyer, id);
  if (row === undefined) throw refuse('notFound', { what: 'product' });
  return row;
};

/** Whether somebody was called with it is asked for a day alone: after that it is not given back anyhow. */
const taken = async (row: TakenRow, { db, at }: SignedInContext, unscopedDb: UnscopedDb) => {
  const isYoung = at.getTime() - row.takenAt.getTime() < REFUND_MS;
  return takenView(row, at, isYoung && (await calledWith(unscopedDb, db.merchantId, row)));
};

const NO_PICTURE = { nodes: [], edges: [] };

export const detail = async (
  { id }: InputOf<typeof marketEndpoints.detail>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof marketEndpoints.detail>> => {
  const { db } = context;
  const row = await readOnShelf(unscopedDb, db.merchantId, id);
  const [version, versions, own, left] = await Promise.all([
    shownVersion(unscopedDb, row),
    shelvedVersions(unscopedDb, row),
    findTaken(db, id),
    turnsLeft(unscopedDb, db.merchantId),
  ]);
  const { kinds, picture, collects, fills, sample } = version.shown;
  const isClosed = row.access === 'closed';
  return {
    ...rowView(row, db.merchantId),
    licence: isClosed ? 'closed' : licenceFor(row),
    signedBy: { key: version.signedBy, fingerprint: fingerprintOf(version.signedBy) },
    picture: isClosed
      ? NO_PICTURE
      : {
          nodes: picture.nodes.slice(0, marketLimits.pictureNodes),
          edges: picture.edges.map(([from, to]): [number, number] => [from, to]),
        },
    kinds: isClosed ? [] : [...kinds],
    opening: version.opening,
    ...{ collects: [...collects], fills: [...fills] },
    tests: { passed: version.passed },
    sample: sample.map(({ by, text, move }) => ({ by, text, move })),
    versions: versions.map(one => ({
      version: one.version,
      note: one.note,
      publishedAt: (one.reviewedAt ?? row.publishedAt).toISOString(),
    })),
    mine: own && own.givenBackAt === null && own.planRemovedAt === null ? await taken(own, context, unscopedDb) : null,
    turnsLeft: left,
    state: row.isDown ? 'down' : 'onShelf',
  };
};

export const mine = async (
  { after: given, ...input }: InputOf<typeof marketEndpoints.mine>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof marketEndpoints.mine>> => {
  const { db } = context;
  const after = cursorOf(given);
  const { offset, limit } = after === null ? pageOf(input) : { offset: 0, limit: input.limit };
  const [rows, { total }] = await Promise.all([listTaken(db, { after, offset, limit }), countTakenOf(db)]);
  const shown = rows.slice(0, limit);
  return {
    list: await Promise.all(shown.map(row => taken(row, context, unscopedDb))),
    total,
    after: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
};
