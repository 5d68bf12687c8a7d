import { type InputOf, type lineEndpoints, SEAT_ACCOUNT_PREFIX } from '@lianxian/contract';
import {
  accessFaults,
  type LineSettings,
  type LineWay,
  readLineAddress,
  settingsOf,
  storedPassword,
  usualLine,
} from '@lianxian/core';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { type EgressGuard, NotAllowed } from '../../platform/egress-guard.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { findMerchant } from '../accounts/index.ts';
import { auditBy, type Facts, recordAudit } from '../audit/index.ts';
import { addLineNumbers, forgetDecisions, hasNumbers, readNumbers } from '../caller-ids/index.ts';
import { isSameHost } from './address.policy.ts';
import { sealContext } from './dial-line.ts';
import { forgetFaults } from './faults.store.ts';
import { LINES_CHANNEL, type LinesParts } from './line-changes.ts';
import {
  countLines,
  findLine,
  insertLineRow,
  isAccountTaken,
  isLent,
  type LineFields,
  type LineRow,
  markRemoved,
  setEnabled,
  setPassword,
  setPrice,
  updateLine,
} from './lines.store.ts';
import { insertPort, markPortsOfLineRemoved } from './ports.store.ts';

const ordinaryLine = async (db: MerchantDb, id: string): Promise<LineRow> => {
  const line = await findLine(db, id);
  if (line === undefined) throw refuse('notFound', { what: 'line' });
  if (line.practice) throw refuse('practiceLineFixed');
  return line;
};

/** What is somebody else's is switched on and off here, and nothing more. */
const ownLine = async (db: MerchantDb, id: string): Promise<LineRow> => {
  const line = await ordinaryLine(db, id);
  if (line.lenderId !== null) throw refuse('lentLineFixed');
  return line;
};

/** The practice carrier is on this machine and its callees are many: what limits it is the machine. */
const practiceWidth = { channels: 200, callsPerSecond: 50 } as const;

interface NewLine extends LineFields {
  /** Its first number; empty: none. */
  readonly callerNumber: string;
}

/** A new line with a port as wide as itself, so that a task can call over it at once. Returns the line's id. */
export const insertLine = async (
  db: MerchantDb,
  { callerNumber, ...fields }: NewLine,
  practice: boolean,
): Promise<string> =>
  await db.transaction(async tx => {
    const { id, channels } = await insertLineRow(tx, practice ? { ...fields, ...practiceWidth } : fields, practice);
    await insertPort(tx, id, { name: practice ? '练习线路' : fields.name, callerNumber: '', channels });
    if (callerNumber !== '') await addLineNumbers(tx, id, [{ number: callerNumber, province: '', city: '' }], 0);
    return id;
  });

type Save = InputOf<typeof lineEndpoints.save>;

/**
 * As many as the monitor shows. Each is looked after by a node and known to the SIP port by its address, and of both there is room
 * for so many in the whole house: nobody takes all of it.
 */
const MOST_LINES = 500;

/** A line as the audit shows it. */
const factsOf = (line: LineRow): Facts => ({
  name: line.name,
  address: line.address,
  ...settingsOf(line),
  enabled: line.enabled,
  pricePerMinute: line.pricePerMinute,
  unitSeconds: line.billUnitS,
});

/**
 * Adds or edits an ordinary line; an empty password keeps the one there is, unless it would be said to somebody else. Where
 * the line leads is judged here for who types it, and again whenever something goes there: names move.
 */
export const saveLine = async (input: Save, context: SignedInContext, parts: LinesParts): Promise<string> => {
  const { db } = context;
  // So do telephones of seats sign in.
  if (input.username.startsWith(SEAT_ACCOUNT_PREFIX)) throw refuse('gatewayAccountTaken', { username: input.username });
  // Before the transaction: one that waits for a second connection while it holds the first can wait for ever.
  const numbers = input.callerNumber === '' ? [] : await readNumbers(input.callerNumber, parts.unscopedDb);
  const isOutside = await leadsOutside(input.address, parts.egress);
  const write = async (tx: MerchantDb): Promise<string> => {
    const existing = input.id === undefined ? null : await ownLine(tx, input.id);
    if (existing === null && (await countLines(tx)) >= MOST_LINES) throw refuse('linesFull', { limit: MOST_LINES });
    const { fields, stored } = fieldsOf(input, existing, isOutside);
    if (existing !== null) {
      const leaves = !isSameHost(existing.address, fields.address);
      await updateLine(tx, existing.id, fields, leaves || existing.access !== fields.access);
      if (leaves) await forgetDecisions(tx, existing.id);
      await forgetFaults(tx, existing.id);
    }
    const id = existing?.id ?? (await insertLine(tx, { ...fields, callerNumber: '' }, false));
    if (numbers.length > 0 && !(await hasNumbers(tx, id))) await addLineNumbers(tx, id, numbers, 0);
    if (input.password !== '')
      await setPassword(tx, id, parts.secrets.seal(input.password, sealContext(tx.merchantId, id)));
    else if (stored === 'ofElsewhere') await setPassword(tx, id, null);
    const saved = await findLine(tx, id);
    const after = saved && { ...factsOf(saved), newPassword: input.password !== '' };
    const before = existing === null ? undefined : { ...factsOf(existing), newPassword: false };
    await recordAudit(tx, { action: 'line.save', target: id, name: input.name, before, after }, auditBy(context));
    return id;
  };
  const id = await db.transaction(write).catch(error => {
    throw isAccountTaken(error) ? refuse('gatewayAccountTaken', { username: input.username }) : error;
  });
  await parts.wake(LINES_CHANNEL, id);
  return id;
};

/** A person waits for the form; a name nobody answers for in time is judged when something goes there. */
const LOOKUP_MS = 3_000;

/** False for an address, or a name of one, of this machine or a private network. */
const leadsOutside = async (address: string, egress: EgressGuard): Promise<boolean> => {
  const { host = '' } = readLineAddress(address) ?? {};
  if (host === '') return true;
  const found = await egress.checkHost(host, AbortSignal.timeout(LOOKUP_MS)).catch((error: unknown) => error);
  return !(found instanceof NotAllowed);
};

/** As it would be saved: what is left out stays as it is, or is as usual. */
const savedAs = (input: Save, existing: LineRow | null): LineWay & Pick<LineSettings, 'srtp'> => {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return { ...usualLine, ...existing, ...Object.fromEntries(given), address: input.address };
};

const fieldsOf = (input: Save, existing: LineRow | null, isOutside: boolean) => {
  const { password, windows, address, ...rest } = input;
  const line = savedAs(input, existing);
  const { access } = line;
  const known = existing && { ...existing, hasPassword: existing.passwordSealed !== null };
  const stored = storedPassword(known, line);
  const [fault] = accessFaults({ ...line, password: { typed: password, stored } });
  if (fault !== undefined) throw refuse('badInput', fault);
  if (access !== 'gateway' && !isOutside)
    throw refuse('badInput', { field: 'address', fault: 'inner', limit: address });
  const fields = {
    ...rest,
    access,
    // Gateways that register with us mostly sit behind their office's translation.
    behindNat: input.behindNat ?? (access === 'gateway' && existing?.access !== access ? true : undefined),
    address: access === 'gateway' ? '' : address,
    windows: windows === undefined ? undefined : windows.length === 0 ? null : windows,
  };
  return { fields, stored };
};

/** Off, nothing is dialled over it; what lives goes on. */
export const enableLine = async (
  { id, enabled }: InputOf<typeof lineEndpoints.enable>,
  context: SignedInContext,
  { wake }: LinesParts,
): Promise<void> => {
  await context.db.transaction(async tx => {
    const { name, enabled: was } = await ordinaryLine(tx, id);
    await setEnabled(tx, id, enabled);
    if (enabled) await forgetFaults(tx, id);
    const change = { before: { enabled: was }, after: { enabled } };
    await recordAudit(tx, { action: 'line.enable', target: id, name, ...change }, auditBy(context));
  });
  await wake(LINES_CHANNEL, id);
};

/** Removes it with its ports; calls in progress go on, records stay. */
export const removeLine = async (id: string, context: SignedInContext, { wake }: LinesParts): Promise<void> => {
  const { db, at } = context;
  await db.transaction(async tx => {
    const before = factsOf(await ownLine(tx, id));
    if (await isLent(tx, id)) throw refuse('lineIsLent');
    await markRemoved(tx, id, at);
    await markPortsOfLineRemoved(tx, id, at);
    await recordAudit(tx, { action: 'line.remove', target: id, before }, auditBy(context));
  });
  await wake(LINES_CHANNEL, id);
};

const unitsOf = { 6: 6, 60: 60 } as const;

/** The platform's people price a line of any merchant; calls that were placed before keep the price and the unit they had. */
export const priceLine = async (
  { cid, lineId, pricePerMinute, unitSeconds }: InputOf<typeof lineEndpoints.price>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<void> => {
  const merchant = await findMerchant(unscopedDb, cid);
  if (merchant === undefined) throw refuse('notFound', { what: 'merchant' });
  await inTransaction(unscopedDb, async tx => {
    const db = merchantDb(tx, merchant.id);
    const line = await ordinaryLine(db, lineId);
    const billUnitS = unitSeconds === undefined ? line.billUnitS : unitsOf[unitSeconds];
    await setPrice(db, line.id, { pricePerMinute, billUnitS });
    const change = {
      before: { pricePerMinute: line.pricePerMinute, unitSeconds: line.billUnitS },
      after: { pricePerMinute, unitSeconds: billUnitS },
    };
    const about = { target: line.id, name: line.name, aboutMerchantId: merchant.id };
    const own = merchantDb(tx, context.session.merchantId);
    await recordAudit(own, { action: 'line.price', ...about, ...change }, auditBy(context));
  });
};
