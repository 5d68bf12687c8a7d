import type { InputOf, recordOrderEndpoints } from '@lianxian/contract';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { type AuditEntry, auditBy, recordAudit } from '../audit/index.ts';
import { saveMark } from './orders.store.ts';
import { ringOrder } from './ring.ts';
import { type Stepped, stepOrder, unitsOf } from './step.ts';

/** What the merchant does with what was handed in. */
const note = (tx: UnscopedDb, context: SignedInContext, entry: Omit<AuditEntry, 'name'>, { row }: Stepped) =>
  recordAudit(
    merchantDb(tx, context.session.merchantId),
    { ...entry, name: `#${row.id} ${row.planName}` },
    auditBy(context),
  );

const voiceOf = ({ row }: Stepped) => ({ merchantId: row.offeredTo, people: [row.takenBy] });
const byOf = ({ session, at }: SignedInContext) => ({ employeeId: session.employeeId, at });
const keyOf = ({ session }: SignedInContext, id: string) => ({ merchantId: session.merchantId, id });

/** Yuan without zeros at its end. */
const short = (yuan: string): string => String(Number(yuan));

export const acceptSentences = (
  db: UnscopedDb,
  { id, numbers }: InputOf<typeof recordOrderEndpoints.accept>,
  context: SignedInContext,
) =>
  inTransaction(db, async tx => {
    const stepped = await stepOrder(tx, keyOf(context, id), { type: 'accept', numbers }, byOf(context));
    const { paid, order } = stepped;
    const cost = short(stepped.cost);
    if (paid.length > 0) {
      const after = { sentences: paid.length, paid: cost };
      await note(tx, context, { action: 'recordOrder.accept', target: id, after }, stepped);
      const what = order.state === 'done' ? 'done' : 'accepted';
      const buyer = { merchantId: context.session.merchantId, people: [stepped.row.createdBy] };
      await ringOrder(tx, { order: id, what }, voiceOf(stepped), ...(what === 'done' ? [buyer] : []));
    }
    return { accepted: paid.length, paid: cost, state: order.state };
  });

export const sendSentenceBack = (
  db: UnscopedDb,
  { id, ...mark }: InputOf<typeof recordOrderEndpoints.sendBack>,
  context: SignedInContext,
) =>
  inTransaction(db, async tx => {
    if (mark.toMs <= mark.fromMs) throw refuse('markBackwards');
    const event = { type: 'sendBack', number: mark.number } as const;
    const stepped = await stepOrder(tx, keyOf(context, id), event, byOf(context));
    await saveMark(merchantDb(tx, context.session.merchantId), id, mark);
    const after = { note: mark.note };
    await note(tx, context, { action: 'recordOrder.sendBack', target: id, after }, stepped);
    await ringOrder(tx, { order: id, what: 'sentBack' }, voiceOf(stepped));
    return { state: stepped.order.state };
  });

/** What is held beside what changed sentences cost is free again. */
export const cancelOrder = (db: UnscopedDb, id: string, context: SignedInContext) =>
  inTransaction(db, async tx => {
    const stepped = await stepOrder(tx, keyOf(context, id), { type: 'cancel' }, byOf(context));
    const back = String((unitsOf(stepped.row.held) - unitsOf(stepped.cost)) / 10_000);
    const after = { paid: short(stepped.cost), back };
    await note(tx, context, { action: 'recordOrder.cancel', target: id, after }, stepped);
    await ringOrder(tx, { order: id, what: 'cancelled' }, voiceOf(stepped));
    return { back };
  });
