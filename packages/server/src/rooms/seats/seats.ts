import type { InputOf, OutputOf, seatEndpoints } from '@lianxian/contract';
import { seatLimits } from '@lianxian/contract';
import { inTransaction, lockPeople, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import {
  countGroups,
  deleteGroup,
  findGroup,
  groupNamed,
  insertGroup,
  seatsThere,
  updateGroup,
  writeMembers,
} from './groups.store.ts';
import {
  deleteSeat,
  employeeThere,
  extensionHeld,
  findSeat,
  freeExtension,
  linesToCall,
  plansThere,
  quotaOf,
  setRights,
  suspendBeyond,
  writePlans,
  writeSeat,
} from './seats.store.ts';

/** Under the merchant's lock of its people: the quota is exact, and so is who has an extension. */
const changing = <R>(
  unscopedDb: UnscopedDb,
  { session }: SignedInContext,
  work: (tx: MerchantDb) => Promise<R>,
): Promise<R> =>
  inTransaction(unscopedDb, async house => {
    await lockPeople(house, session.merchantId);
    return await work(merchantDb(house, session.merchantId));
  });

const checkChoices = async (
  tx: MerchantDb,
  { lineId, planIds }: Pick<InputOf<typeof seatEndpoints.save>, 'lineId' | 'planIds'>,
): Promise<void> => {
  if (lineId !== undefined && !(await linesToCall(tx)).some(({ id }) => id === lineId))
    throw refuse('notFound', { what: 'line' });
  if ((await plansThere(tx, planIds)) < planIds.length) throw refuse('notFound', { what: 'plan' });
};

/** Gives an employee a seat, or changes it. Beyond the merchant's quota nobody more may connect. */
export const saveSeat = (
  { employeeId, extension: wanted, lineId, planIds: chosen, enabled, mayPause }: InputOf<typeof seatEndpoints.save>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof seatEndpoints.save>> =>
  changing(unscopedDb, context, async tx => {
    const employee = await employeeThere(tx, employeeId);
    if (employee === undefined) throw refuse('notFound', { what: 'employee' });
    const planIds = [...new Set(chosen)];
    await checkChoices(tx, { lineId, planIds });
    const before = await findSeat(tx, employeeId);
    const holds = employee.hasSeat && employee.seatRight;
    const { used, limit } = await quotaOf(tx);
    if (enabled && !holds && used >= limit) throw refuse('seatsFull', { limit });
    const extension = wanted ?? before?.extension ?? (await freeExtension(tx));
    if (await extensionHeld(tx, extension, employeeId)) throw refuse('extensionTaken', { extension });
    await writeSeat(tx, { employeeId, extension, lineId: lineId ?? null, mayPause });
    await writePlans(tx, employeeId, planIds);
    await setRights(tx, employeeId, { hasSeat: true, seatRight: enabled });
    const factsOf = (seat: { extension: number; enabled: boolean; mayPause: boolean }) => ({
      extension: seat.extension,
      enabled: seat.enabled,
      mayPause: seat.mayPause,
    });
    const change = { before: before && factsOf(before), after: factsOf({ extension, enabled, mayPause }) };
    await recordAudit(
      tx,
      { action: 'seat.save', target: employeeId, name: employee.name, ...change },
      auditBy(context),
    );
    return { extension };
  });

export const removeSeat = (employeeId: string, context: SignedInContext, unscopedDb: UnscopedDb): Promise<void> =>
  changing(unscopedDb, context, async tx => {
    const employee = await employeeThere(tx, employeeId);
    const seat = await findSeat(tx, employeeId);
    if (employee === undefined || seat === undefined) throw refuse('notFound', { what: 'seat' });
    await setRights(tx, employeeId, { hasSeat: false, seatRight: false });
    await deleteSeat(tx, employeeId);
    const before = { extension: seat.extension };
    await recordAudit(tx, { action: 'seat.remove', target: employeeId, name: employee.name, before }, auditBy(context));
  });

/** The merchant's quota is smaller now: seats beyond it may not connect any more. Who they are. */
export const keepWithinQuota = (house: UnscopedDb, merchantId: string, limit: number): Promise<readonly string[]> =>
  suspendBeyond(merchantDb(house, merchantId), limit);

export const saveGroup = (
  { id, members: chosen, ...fields }: InputOf<typeof seatEndpoints.groupSave>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<string> =>
  changing(unscopedDb, context, async tx => {
    const members = [...new Set(chosen)];
    const before = id === undefined ? null : await findGroup(tx, id);
    if (before === undefined) throw refuse('notFound', { what: 'seatGroup' });
    if ((await seatsThere(tx, members)) < members.length) throw refuse('notFound', { what: 'seat' });
    if (await groupNamed(tx, fields.name, id ?? '0')) throw refuse('nameTaken', { name: fields.name });
    if (before === null && (await countGroups(tx)) >= seatLimits.groups)
      throw refuse('peopleListFull', { limit: seatLimits.groups });
    const target = id ?? (await insertGroup(tx, fields));
    if (id !== undefined) await updateGroup(tx, id, fields);
    await writeMembers(tx, target, members);
    const change = { before: before ?? undefined, after: { ...fields, members: members.length } };
    await recordAudit(tx, { action: 'seat.groupSave', target, name: fields.name, ...change }, auditBy(context));
    return target;
  });

export const removeGroup = (id: string, context: SignedInContext, unscopedDb: UnscopedDb): Promise<void> =>
  changing(unscopedDb, context, async tx => {
    const group = await findGroup(tx, id);
    if (group === undefined) throw refuse('notFound', { what: 'seatGroup' });
    await deleteGroup(tx, id);
    const before = { name: group.name };
    await recordAudit(tx, { action: 'seat.groupRemove', target: id, name: group.name, before }, auditBy(context));
  });
