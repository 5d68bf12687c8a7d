import { randomUUID } from 'node:crypto';
import { type InputOf, type OutputOf, smsCauseText, type smsEndpoints, smsStateText } from '@lianxian/contract';
import { normalisePhone } from '@lianxian/core';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { isNumberToken, type NumberTokens } from '../seats/index.ts';
import { enqueueOne, maySend, type Recipient, usableTemplate } from '../sms/index.ts';
import { noteDecided, noteEnded } from '../sms-sending/index.ts';
import { findMessage } from './log.store.ts';
import { personOfCall } from './send.store.ts';

/** One message by a person: from a customer, a call or the console. */
interface SendParts {
  readonly unscopedDb: UnscopedDb;
  readonly tokens: NumberTokens;
}
type Sent = OutputOf<typeof smsEndpoints.send>;

/** A number as somebody types it, the token that stands for it, or whom a call was with. */
const personOf = async (
  { phone, callId }: Pick<InputOf<typeof smsEndpoints.send>, 'phone' | 'callId'>,
  context: SignedInContext,
  tokens: NumberTokens,
): Promise<Pick<Recipient, 'phone' | 'name' | 'values' | 'callId' | 'taskId'>> => {
  const nobody = { name: '', values: {}, callId: null, taskId: null };
  const of = callId === undefined ? null : await personOfCall(context.db, callId);
  if (of === undefined) throw refuse('notFound', { what: 'call' });
  if (phone === undefined || phone === '') {
    if (of === null) throw refuse('smsToWhom');
    return of;
  }
  const number = isNumberToken(phone) ? tokens.read(phone, context.session, context.at) : typedNumber(phone);
  if (number === null) throw refuse('notFound', { what: 'number' });
  return { ...(of ?? nobody), phone: number };
};
const typedNumber = (typed: string): string => {
  const normal = normalisePhone(typed);
  if (!normal.ok) throw refuse('badInput', { field: 'phone', fault: 'phone' });
  return normal.phone;
};

const HOURS = ['hours', 'holiday', 'yearUnknown'];

/** What speaks against it is told at once; outside the hours it waits for them. */
const withheldBecause = async (tx: UnscopedDb, merchantId: string, to: Recipient): Promise<string | null> => {
  const asked = { phone: to.phone, task: to.taskId ?? '0' };
  const may = await maySend(tx, merchantId, [asked]);
  if (may === null) return 'merchantOff';
  const mayNot = may(asked);
  return mayNot === null || HOURS.includes(mayNot.because) ? null : mayNot.because;
};

interface Order {
  readonly templateId: string;
  readonly to: Recipient;
  readonly onlyProvider?: string;
}

const write = async (
  tx: UnscopedDb,
  { templateId, to, onlyProvider }: Order,
  context: SignedInContext,
): Promise<string> => {
  const { merchantId } = context.session;
  const template = await usableTemplate(merchantDb(tx, merchantId), templateId);
  const order = { merchantId, template, source: 'hand', ...(onlyProvider !== undefined && { onlyProvider }) } as const;
  const row = await enqueueOne(tx, order, to);
  if (row.because === 'shortOfMoney') throw refuse('smsNoMoney');
  const isHere = row.state === 'queued';
  const because = isHere ? await withheldBecause(tx, merchantId, to) : row.state === 'withheld' ? row.because : null;
  if (isHere && because !== null) await noteEnded(tx, merchantId, [{ id: row.id, event: 'withheld', because }]);
  // The sender writes of what it takes; this one it never sees.
  if (because !== null) {
    const decided = { kind: 'notMessaged', because, phone: to.phone, task: to.taskId ?? '0', message: row.id } as const;
    await noteDecided(tx, merchantId, [{ ...decided, amount: 0 }]);
  }
  const entry = { action: 'sms.send', target: row.id, name: template.name } as const;
  await recordAudit(merchantDb(tx, merchantId), entry, auditBy(context));
  return row.id;
};

const told = async (id: string, { db, locale }: SignedInContext): Promise<Sent> => {
  const row = await findMessage(db.whole, id);
  if (row === undefined) throw refuse('notFound', { what: 'smsMessage' });
  const { state, because, cost } = row;
  return {
    ...{ id, state, because, cost },
    stateText: smsStateText(state, locale),
    becauseText: smsCauseText(because, locale),
    dueAt: state === 'queued' ? row.dueAt.toISOString() : null,
  };
};

export const sendByHand = async (
  { templateId, variables, requestId, ...who }: InputOf<typeof smsEndpoints.send>,
  context: SignedInContext,
  { unscopedDb, tokens }: SendParts,
): Promise<Sent> => {
  const person = await personOf(who, context, tokens);
  const { employeeId } = context.session;
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const request = `hand ${employeeId} ${requestId ?? randomUUID()}`;
  const to = { ...person, values: { ...person.values, ...given }, request, ownerId: employeeId };
  const id = await inTransaction(unscopedDb, tx => write(tx, { templateId, to }, context));
  return await told(id, context);
};

export const testProvider = async (
  { id: providerId, phone, templateId, variables }: InputOf<typeof smsEndpoints.testProvider>,
  context: SignedInContext,
  { unscopedDb }: Pick<SendParts, 'unscopedDb'>,
): Promise<Sent> => {
  const { employeeId } = context.session;
  const of = { name: '', values: variables, callId: null, taskId: null, ownerId: employeeId };
  const to = { ...of, phone: typedNumber(phone), request: `test ${randomUUID()}` };
  const id = await inTransaction(unscopedDb, tx => write(tx, { templateId, to, onlyProvider: providerId }, context));
  return await told(id, context);
};
