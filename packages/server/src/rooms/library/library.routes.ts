import { customerEndpoints, customerViews, type InputOf, limits, type OutputOf } from '@lianxian/contract';
import { companyIn } from '@lianxian/core';
import { suggestRegions } from '@lianxian/core/regions';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { localTime } from '../../platform/local-time.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { allowSearch } from '../audit/index.ts';
import { phoneKeyOf } from '../blacklist/index.ts';
import {
  type CustomersFilter,
  countCustomers,
  customersFilter,
  type FoundCustomer,
  findCustomer,
  furtherOf,
  idOfNumber,
  isBarred,
  listCustomers,
  readSettings,
  wordsOf,
  zoneOf,
} from '../customers/index.ts';
import { seesPhones } from '../records/index.ts';
import { type NumberTokens, numberTokens } from '../seats/index.ts';
import { areasOf, areaText } from '../segments/index.ts';
import {
  callMet,
  departmentsSeen,
  hasAsked,
  type MetCall,
  newestCall,
  peopleSeen,
  tagsSeen,
  tasksSeen,
} from './library.store.ts';
import { detailView, phoneSeen, rowView, type Sight, told } from './library.view.ts';
import { numberGiven } from './number.ts';
import { changeType, saveCustomer } from './save.ts';
import { temporaryOf } from './temporary.policy.ts';

interface LibraryParts {
  readonly unscopedDb: UnscopedDb;
  readonly secrets: Secrets;
}
type Parts = LibraryParts & { readonly tokens: NumberTokens };
type Filter = InputOf<typeof customerEndpoints.list>;

const sightOf = async (
  context: SignedInContext,
  { unscopedDb, tokens }: Pick<Parts, 'unscopedDb' | 'tokens'>,
  phones: readonly string[],
): Promise<Sight> => {
  const whole = seesPhones(context);
  const areas = await areasOf(unscopedDb, phones);
  return {
    whole,
    tokenOf: phone => tokens.of(phone, context.session, context.at),
    areas: new Map([...areas].map(([phone, area]) => [phone, areaText(area, whole)])),
  };
};

/** The filter as this person may use it, today. */
const filterOf = async (
  filter: Omit<Filter, 'page' | 'limit' | 'after' | 'order'>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<CustomersFilter> => {
  const { merchantId, employeeId } = context.session;
  const zone = await zoneOf(unscopedDb, merchantId);
  const today = localTime(context.at, zone).date;
  return customersFilter(filter, seesPhones(context), { me: employeeId, zone, today });
};

const totalOf = async (unscopedDb: UnscopedDb, db: MerchantDb, wanted: CustomersFilter) => {
  const total = await countCustomers(unscopedDb, db, wanted, limits.lastRow);
  return { total, ...(total > limits.lastRow && { more: true }) };
};

const list = async (
  { page, limit, after, order, ...filter }: Filter,
  context: SignedInContext,
  parts: Parts,
): Promise<OutputOf<typeof customerEndpoints.list>> => {
  const { db } = context;
  const offset = after === undefined ? pageOf({ page, limit }).offset : 0;
  await allowSearch(context, filter.phone);
  await allowSearch(context, filter.q);
  const wanted = await filterOf(filter, context, parts.unscopedDb);
  const [rows, total, settings] = await Promise.all([
    listCustomers(db, wanted, { order, after: after ?? null, limit, offset }),
    totalOf(parts.unscopedDb, db, wanted),
    readSettings(db),
  ]);
  const shown = rows.slice(0, limit);
  const sight = await sightOf(
    context,
    parts,
    shown.map(({ phone }) => phone),
  );
  return {
    list: shown.map(row => rowView(row, sight, settings)),
    ...total,
    after: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
};

const views = async (
  context: SignedInContext,
  { unscopedDb }: Parts,
): Promise<OutputOf<typeof customerEndpoints.views>> => ({
  views: await Promise.all(
    customerViews.map(async view => ({
      view,
      ...(await totalOf(unscopedDb, context.db, await filterOf({ view }, context, unscopedDb))),
    })),
  ),
});

const choices = async ({ db }: SignedInContext): Promise<OutputOf<typeof customerEndpoints.choices>> => {
  const [people, departments, tags, tasks, { names }] = await Promise.all([
    peopleSeen(db),
    departmentsSeen(db),
    tagsSeen(db),
    tasksSeen(db),
    readSettings(db),
  ]);
  return { people, departments, tags: [...tags], tasks, parameters: [...names] };
};

/** All of one, as this person sees it. */
const shownOf = async (row: FoundCustomer, context: SignedInContext, parts: Parts, logid: string) => {
  const { db, session } = context;
  const further = await furtherOf(db, row.id);
  const [sight, barred, settings] = await Promise.all([
    sightOf(context, parts, [row.phone, ...further]),
    isBarred(db, row.id),
    readSettings(db),
  ]);
  const keyOf = (phone: string) => phoneKeyOf(parts.secrets, session.merchantId, phone, sight.whole);
  const beside = { words: wordsOf(row), barred, logid, further: further.map(phone => ({ key: keyOf(phone), phone })) };
  return detailView(row, beside, sight, settings);
};

/** What is known of a number that is in nobody's library. */
const knownOf = async (phone: string, met: MetCall | undefined, context: SignedInContext, parts: Parts) => {
  const newest = met ?? (await newestCall(context.db, phone));
  const sight = await sightOf(context, parts, [phone]);
  return {
    ...phoneSeen(phone, sight),
    name: told(newest?.calleeName ?? '', sight),
    company: told(companyIn(newest?.variables ?? {}), sight),
    tags: told((newest?.tags ?? []).join(','), sight),
    logid: newest?.id ?? '',
  };
};

const detail = async (
  { id, logid, phone }: InputOf<typeof customerEndpoints.detail>,
  context: SignedInContext,
  parts: Parts,
): Promise<OutputOf<typeof customerEndpoints.detail>> => {
  const { db, session } = context;
  const met = logid === undefined ? undefined : await callMet(db, session.employeeId, logid);
  if (logid !== undefined && met === undefined) throw refuse('notFound', { what: 'callRecord' });
  if (id === undefined && met === undefined && phone === undefined)
    throw refuse('badInput', { field: 'id', fault: 'missing' });
  const { names } = await readSettings(db);
  const temporary = met === undefined ? null : temporaryOf(met.calleeName, met.variables, names);
  const number = met?.phone ?? (phone === undefined ? '' : numberGiven(phone, context, parts.tokens));
  const whose = id ?? (await idOfNumber(db, number));
  const row = whose === null ? undefined : await findCustomer(db, whose);
  if (row === undefined && id !== undefined) throw refuse('notFound', { what: 'customer' });
  if (row !== undefined) {
    const customer = await shownOf(row, context, parts, met?.id ?? row.lastCallId ?? '');
    return { customer, known: null, elses: false, temporary, names: [...names] };
  }
  const known = await knownOf(number, met, context, parts);
  return { customer: null, known, elses: whose !== null, temporary, names: [...names] };
};

const whose = async (
  { phone }: InputOf<typeof customerEndpoints.whose>,
  context: SignedInContext,
  { tokens }: Parts,
): Promise<OutputOf<typeof customerEndpoints.whose>> => {
  const { db, session } = context;
  await allowSearch(context, phone);
  const id = await idOfNumber(db, numberGiven(phone, context, tokens));
  if (id === null) return { standing: 'free', id: null, asked: false };
  const row = await findCustomer(db, id);
  if (row === undefined) return { standing: 'elses', id: null, asked: await hasAsked(db, id, session.employeeId) };
  return { standing: row.ownerId === null ? 'pool' : 'seen', id, asked: false };
};

/** As the original: so many names at most, whatever is asked for (O-431). */
const MOST_SUGGESTED = 1_000;

const suggest = ({ name, page, limit }: InputOf<typeof customerEndpoints.suggestRegion>) => {
  const found = suggestRegions(name);
  const size = Math.min(limit, MOST_SUGGESTED);
  return { list: found.slice((page - 1) * size, page * size).map(region => ({ ...region })), total: found.length };
};

/** The number library as pages read and write it. */
export const bindLibrary = (front: Front, given: LibraryParts): void => {
  const parts = { ...given, tokens: numberTokens(given.secrets) };
  bind(front, customerEndpoints.list, (input, context) => list(input, context, parts));
  bind(front, customerEndpoints.views, (_, context) => views(context, parts));
  bind(front, customerEndpoints.choices, (_, context) => choices(context));
  bind(front, customerEndpoints.detail, (input, context) => detail(input, context, parts));
  bind(front, customerEndpoints.whose, (input, context) => whose(input, context, parts));
  bind(front, customerEndpoints.suggestRegion, async input => suggest(input));
  bind(front, customerEndpoints.changeType, async (input, context) => {
    await changeType(input, context, parts.unscopedDb);
    return input;
  });
  bind(front, customerEndpoints.save, async (input, context) => {
    const id = await saveCustomer(input, context, parts);
    const row = await findCustomer(context.db, id);
    // Given to the pool or away with it, it is seen by whoever did so once more.
    if (row === undefined) throw refuse('notFound', { what: 'customer' });
    return await shownOf(row, context, parts, input.logid ?? row.lastCallId ?? '');
  });
};
