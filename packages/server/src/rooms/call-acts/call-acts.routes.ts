import { callActEndpoints, type callEndpoints, type InputOf, stored, taskLogEndpoints } from '@lianxian/contract';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { beginOrAsk } from '../approvals/index.ts';
import { type AuditEntry, auditBy, recordAudit } from '../audit/index.ts';
import { countAll } from '../call-sheets/index.ts';
import { moveTypeOfCall } from '../customers/index.ts';
import { filterFor, mayFilter, seesPhones, tellFiled } from '../records/index.ts';
import { startAct, type WhichCalls } from './acts.batch.ts';
import { type Act, employeeThere, hasRemoved, lockTyped, putBack, setType } from './acts.store.ts';
import { RECORDINGS_KIND, startRecordings } from './recordings.batch.ts';

type Filter = InputOf<typeof callEndpoints.export>;
type Action = AuditEntry['action'];

const whichOf = (filter: Filter, context: SignedInContext): WhichCalls => ({
  filter,
  seesPhones: seesPhones(context),
  listedBy: context.at.toISOString(),
});

/** Starts the batch task `begin` makes of these calls, and notes it. */
const starting =
  (
    { ids, ...filteredBy }: Filter,
    context: SignedInContext,
    begin: (tx: MerchantDb, createdBy: string) => Promise<string>,
    noted: { readonly action: Action; readonly after?: object },
  ) =>
  async (tx: MerchantDb): Promise<string> => {
    const batchId = await begin(tx, context.session.employeeId);
    const after = { ...filteredBy, ...(ids && { calls: ids.length }), ...noted.after };
    await recordAudit(tx, { action: noted.action, target: batchId, after }, auditBy(context));
    return batchId;
  };

const act = async (
  filter: Filter,
  context: SignedInContext,
  done: Act,
  noted: { action: Action; after?: object },
): Promise<{ batchId: string }> => {
  await mayFilter(filter, context);
  const wish = { ...whichOf(filter, context), act: done };
  const start = starting(filter, context, (tx, createdBy) => startAct(tx, createdBy, wish), noted);
  return { batchId: await context.db.transaction(start) };
};

/** A person's word on the type of a call: any follows any. */
export const changeType = async (
  { id, cateType }: InputOf<typeof taskLogEndpoints.changeType>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<{ id: string; cateType: typeof cateType }> =>
  await inTransaction(unscopedDb, async house => {
    const { merchantId, employeeId } = context.session;
    const tx = merchantDb(house, merchantId, context.session);
    const call = await lockTyped(tx, id);
    if (call === undefined) throw refuse('notFound', { what: 'callRecord' });
    if (call.stage !== 'ended') throw refuse('callNotOver');
    await setType(tx, id, cateType);
    await moveTypeOfCall(house, merchantId, { callId: id, cateType, by: employeeId });
    const entry = { before: { customerType: call.customerType }, after: { customerType: cateType } };
    await recordAudit(tx, { action: 'call.changeType', target: id, ...entry }, auditBy(context));
    return { id, cateType };
  });

const takeBack = async ({ id }: { id: string }, context: SignedInContext): Promise<{ calls: number }> =>
  await context.db.transaction(async tx => {
    if (!(await hasRemoved(tx, id))) throw refuse('notFound', { what: 'batch' });
    const calls = await putBack(tx, id);
    if (calls === 0) throw refuse('removalOver');
    await recordAudit(tx, { action: 'call.putBack', target: id, after: { calls } }, auditBy(context));
    return { calls };
  });

interface Parts {
  readonly unscopedDb: UnscopedDb;
  readonly push: PushSender;
}

/** What is done to calls that are over: one by one, and many at once. */
export const bindCallActs = (front: Front, { unscopedDb, push }: Parts): void => {
  bind(front, taskLogEndpoints.changeType, async (input, context) => {
    const changed = await changeType(input, context, unscopedDb);
    tellFiled(push, context.db.merchantId, { id: input.id, level: null, owner: null });
    return changed;
  });
  bind(front, callActEndpoints.changeTypes, ({ cateType, ...filter }, context) =>
    act(
      filter,
      context,
      { kind: 'type', customerType: cateType },
      { action: 'call.changeType', after: { customerType: cateType } },
    ),
  );
  bind(front, callActEndpoints.assign, async ({ employeeId, ...filter }, context) => {
    if ((await employeeThere(context.db, employeeId)) === undefined) throw refuse('notFound', { what: 'employee' });
    return await act(filter, context, { kind: 'assign', employeeId }, { action: 'call.assign', after: { employeeId } });
  });
  bind(front, callActEndpoints.remove, (filter, context) =>
    act(filter, context, { kind: 'remove' }, { action: 'call.remove' }),
  );
  bind(front, callActEndpoints.putBack, takeBack);
  bind(front, callActEndpoints.recordings, async (filter, context) => {
    await mayFilter(filter, context);
    const which = whichOf(filter, context);
    const wanted = await filterFor(unscopedDb, filter, which.seesPhones);
    const asks = {
      kind: RECORDINGS_KIND,
      title: stored(['recordingsZip']),
      input: which,
      count: () => countAll(context.db, wanted),
      of: 'calls',
    } as const;
    const begin = (tx: MerchantDb, createdBy: string) => startRecordings(tx, createdBy, which);
    return await beginOrAsk(asks, context, push, starting(filter, context, begin, { action: 'call.recordings' }));
  });
};
