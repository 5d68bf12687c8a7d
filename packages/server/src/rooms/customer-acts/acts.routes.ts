import { customerActEndpoints, type InputOf, limits, stored } from '@lianxian/contract';
import { inTransaction, lockCustomers, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { localTime } from '../../platform/local-time.ts';
import type { PushSender } from '../../platform/push/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { later } from '../../platform/time.ts';
import { beginOrAsk } from '../approvals/index.ts';
import { type AuditEntry, allowSearch, auditBy, recordAudit } from '../audit/index.ts';
import { countCustomers, customersFilter, newestId, readSettings, zoneOf } from '../customers/index.ts';
import { seesPhones } from '../records/index.ts';
import { type CustomerAct, startCustomerAct, type WhichCustomers } from './acts.batch.ts';
import { hasRemoved, peopleOfDepartment, peopleThere, putBack } from './acts.store.ts';
import { bindAsks } from './asks.routes.ts';
import { EXPORT_CUSTOMERS, startCustomerExport } from './export.batch.ts';
import { giveManyBack, takeMany } from './pool.store.ts';
import type { Receiver } from './share.policy.ts';

interface ActParts {
  readonly unscopedDb: UnscopedDb;
  readonly push: Pick<PushSender, 'toEmployee'>;
  readonly secrets: Secrets;
}
type Filter = InputOf<typeof customerActEndpoints.export>;
type Action = AuditEntry['action'];

const DAY_MS = 86_400_000;

/** Which customers are meant, as of now. */
export const whichOf = async (
  filter: Filter,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<WhichCustomers> => {
  await allowSearch(context, filter.phone);
  await allowSearch(context, filter.q);
  const { merchantId, employeeId } = context.session;
  const zone = await zoneOf(unscopedDb, merchantId);
  return {
    ...{ filter, seesPhones: seesPhones(context), me: employeeId, zone },
    today: localTime(context.at, zone).date,
    until: await newestId(context.db),
  };
};

/** What the audit keeps of a filter. */
const filteredBy = ({ ids, parameters, ...filter }: Filter): Record<string, unknown> => ({
  ...filter,
  ...(ids && { count: ids.length }),
  ...(parameters && { parameters: Object.keys(parameters).join(' ') }),
});

interface Asked {
  readonly filter: Filter;
  readonly context: SignedInContext;
  readonly parts: ActParts;
}
const act = async (
  { filter, context, parts: { unscopedDb } }: Asked,
  done: CustomerAct,
  noted: { readonly action: Action; readonly after?: object },
): Promise<{ batchId: string }> => {
  const which = await whichOf(filter, context, unscopedDb);
  return await context.db.transaction(async tx => {
    const batchId = await startCustomerAct(tx, context.session.employeeId, { ...which, act: done });
    const after = { ...filteredBy(filter), ...noted.after } as AuditEntry['after'];
    await recordAudit(tx, { action: noted.action, target: batchId, after }, auditBy(context));
    return { batchId };
  });
};

/** People who are there, each once. @throws notFound */
const receiversOf = async (
  db: MerchantDb,
  to: readonly Receiver[] | undefined,
  departmentId: string | undefined,
): Promise<Receiver[]> => {
  if (departmentId !== undefined) {
    const people = await peopleOfDepartment(db, departmentId);
    if (people.length === 0) throw refuse('notFound', { what: 'employee' });
    return people.map(employeeId => ({ employeeId }));
  }
  if (to === undefined) throw refuse('badInput', { field: 'to', fault: 'missing' });
  const ids = to.map(({ employeeId }) => employeeId);
  const there = await peopleThere(db, ids);
  if (ids.some(id => !there.has(id))) throw refuse('notFound', { what: 'employee' });
  return [...to];
};

const toAct = (to: readonly Receiver[]) =>
  to.map(({ employeeId, share, regions }) => ({
    employeeId,
    ...(share !== undefined && { share }),
    ...(regions !== undefined && { regions: [...regions] }),
  }));

const assign = async (
  { how, to, departmentId, ...filter }: InputOf<typeof customerActEndpoints.assign>,
  context: SignedInContext,
  parts: ActParts,
) => {
  const receivers = toAct(await receiversOf(context.db, to, departmentId));
  const after = { people: receivers.map(({ employeeId }) => employeeId).join(' ') };
  return await act(
    { filter, context, parts },
    { kind: 'assign', how, to: receivers },
    { action: 'customer.assign', after },
  );
};

/** All that somebody has; whoever is left with none may go. */
const handOver = async (
  { employeeId, to }: InputOf<typeof customerActEndpoints.handOver>,
  context: SignedInContext,
  parts: ActParts,
) => {
  if (!(await peopleThere(context.db, [employeeId])).has(employeeId)) throw refuse('notFound', { what: 'employee' });
  const filter: Filter = { view: 'all', ownerIds: [employeeId] };
  const noted = { action: 'customer.handOver', after: { employeeId } } as const;
  if (to === undefined) return await act({ filter, context, parts }, { kind: 'giveBack' }, noted);
  const receivers = toAct(await receiversOf(context.db, to, undefined));
  const how = receivers.some(({ share }) => share !== undefined) ? 'share' : 'even';
  return await act({ filter, context, parts }, { kind: 'assign', how, to: receivers }, noted);
};

const take = ({ ids }: InputOf<typeof customerActEndpoints.take>, context: SignedInContext, { unscopedDb }: ActParts) =>
  inTransaction(unscopedDb, async house => {
    const { merchantId, employeeId } = context.session;
    const tx = merchantDb(house, merchantId, context.session);
    const { most, coolDays } = await readSettings(tx);
    const came = await takeMany(house, {
      ...{ merchantId, employeeId, ids },
      room: owned => (most === 0 ? null : most - owned),
      coolSince: coolDays === 0 ? null : later(context.at, -coolDays * DAY_MS),
    });
    await recordAudit(tx, { action: 'customer.take', after: { count: came.taken } }, auditBy(context));
    return came;
  });

const giveBack = (
  { ids, why }: InputOf<typeof customerActEndpoints.giveBack>,
  context: SignedInContext,
  { unscopedDb }: ActParts,
) =>
  inTransaction(unscopedDb, async house => {
    const { merchantId, employeeId } = context.session;
    const tx = merchantDb(house, merchantId, context.session);
    const given = await giveManyBack(house, tx, { by: employeeId, ids, why });
    await recordAudit(tx, { action: 'customer.giveBack', after: { count: given, reason: why } }, auditBy(context));
    return { given };
  });

/** Within a day; what was removed is kept no longer. */
const takeRemovalBack = (
  { id }: InputOf<typeof customerActEndpoints.putBack>,
  context: SignedInContext,
  { unscopedDb }: ActParts,
) =>
  inTransaction(unscopedDb, async house => {
    const { merchantId } = context.session;
    const tx = merchantDb(house, merchantId, context.session);
    if (!(await hasRemoved(tx, id))) throw refuse('notFound', { what: 'batch' });
    await lockCustomers(house, merchantId);
    const customers = await putBack(house, merchantId, id);
    await recordAudit(tx, { action: 'customer.putBack', target: id, after: { count: customers } }, auditBy(context));
    return { customers };
  });

const exportCustomers = async (filter: Filter, context: SignedInContext, { unscopedDb, push }: ActParts) => {
  const which = await whichOf(filter, context, unscopedDb);
  const { seesPhones: whole, me, zone, today } = which;
  const input = { ...which, language: context.locale };
  const count = () =>
    countCustomers(unscopedDb, context.db, customersFilter(filter, whole, { me, zone, today }), limits.lastRow * 1_000);
  const asks = { kind: EXPORT_CUSTOMERS, title: stored(['customerSheet']), input, count, of: 'rows' } as const;
  return await beginOrAsk(asks, context, push, async tx => {
    const batchId = await startCustomerExport(tx, context.session.employeeId, input);
    const after = filteredBy(filter) as AuditEntry['after'];
    await recordAudit(tx, { action: 'customer.export', target: batchId, after }, auditBy(context));
    return batchId;
  });
};

/** What is done to many customers, the pool, and who asks for one. */
export const bindActs = (front: Front, parts: ActParts): void => {
  bindAsks(front, parts);
  bind(front, customerActEndpoints.changeTypes, ({ cateType, ...filter }, context) =>
    act(
      { filter, context, parts },
      { kind: 'type', cateType },
      { action: 'customer.changeType', after: { customerType: cateType } },
    ),
  );
  bind(front, customerActEndpoints.tag, ({ add, drop, ...filter }, context) =>
    act(
      { filter, context, parts },
      { kind: 'tag', add, drop },
      { action: 'customer.tag', after: { tags: add.join(' ') } },
    ),
  );
  bind(front, customerActEndpoints.assign, (input, context) => assign(input, context, parts));
  bind(front, customerActEndpoints.handOver, (input, context) => handOver(input, context, parts));
  bind(front, customerActEndpoints.remove, (filter, context) =>
    act({ filter, context, parts }, { kind: 'remove' }, { action: 'customer.remove' }),
  );
  bind(front, customerActEndpoints.take, (input, context) => take(input, context, parts));
  bind(front, customerActEndpoints.giveBack, (input, context) => giveBack(input, context, parts));
  bind(front, customerActEndpoints.putBack, (input, context) => takeRemovalBack(input, context, parts));
  bind(front, customerActEndpoints.export, (filter, context) => exportCustomers(filter, context, parts));
};
