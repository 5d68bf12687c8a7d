import { badInputText, type InputOf, type lineEndpoints } from '@lianxian/contract';
import { type HouseDb, inTransaction, type MerchantDb, merchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { findMerchant } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { type LineAddress, readLineAddress } from './address.policy.ts';
import {
  findLine,
  insertLineRow,
  type LineFields,
  markRemoved,
  setPassword,
  setPrice,
  updateLine,
} from './lines.store.ts';
import { insertPort, markPortsOfLineRemoved } from './ports.store.ts';

/** A sealed password belongs to its row: moved to another it does not open. */
const sealContext = (merchantId: string, lineId: string) => `line ${merchantId} ${lineId}`;

const ordinaryLine = async (db: MerchantDb, id: string) => {
  const line = await findLine(db, id);
  if (line === undefined) throw refuse('notFound', { what: '线路' });
  if (line.practice) throw refuse('practiceLineFixed');
  return line;
};

/** The practice carrier is on this machine and its callees are many: what limits it is the machine. */
const practiceWidth = { channels: 200, callsPerSecond: 50 } as const;
/** What a new merchant practises with; a wider port can be made. */
const PRACTICE_PORT_CHANNELS = 60;

/** A new line with a port as wide as itself, so that a task can call over it at once. Returns the line's id. */
export const insertLine = async (db: MerchantDb, fields: LineFields, practice: boolean): Promise<string> =>
  await db.transaction(async tx => {
    const { id, channels } = await insertLineRow(tx, practice ? { ...fields, ...practiceWidth } : fields, practice);
    const port = practice
      ? { name: '练习网关', callerNumber: '', channels: PRACTICE_PORT_CHANNELS }
      : { name: fields.name, callerNumber: '', channels };
    await insertPort(tx, id, port);
    return id;
  });

/** Adds or edits an ordinary line; an empty password keeps the one there is. */
export const saveLine = async (
  input: InputOf<typeof lineEndpoints.save>,
  { db, session, ip, at, locale }: SignedInContext,
  secrets: Secrets,
): Promise<string> => {
  if (readLineAddress(input.address) === null) {
    throw refuse('badInput', badInputText({ field: 'address', fault: 'address' }, locale));
  }
  return await db.transaction(async tx => {
    const existing = input.id === undefined ? null : await ordinaryLine(tx, input.id);
    if (existing !== null) await updateLine(tx, existing.id, input);
    const id = existing?.id ?? (await insertLine(tx, input, false));
    if (input.password !== '') {
      await setPassword(tx, id, secrets.seal(input.password, sealContext(tx.merchantId, id)));
    }
    await recordAudit(tx, { action: 'line.save', employeeId: session.employeeId, target: id, ip, at });
    return id;
  });
};

/** Removes it with its ports; calls in progress go on, records stay. */
export const removeLine = async (id: string, { db, session, ip, at }: SignedInContext): Promise<void> => {
  await db.transaction(async tx => {
    await ordinaryLine(tx, id);
    await markRemoved(tx, id, at);
    await markPortsOfLineRemoved(tx, id, at);
    await recordAudit(tx, { action: 'line.remove', employeeId: session.employeeId, target: id, ip, at });
  });
};

/** The platform's people price a line of any merchant; calls that were placed before keep the price they had. */
export const priceLine = async (
  { cid, lineId, pricePerMinute }: InputOf<typeof lineEndpoints.price>,
  { session, ip, at }: SignedInContext,
  houseDb: HouseDb,
): Promise<void> => {
  const merchant = await findMerchant(houseDb, cid);
  if (merchant === undefined) throw refuse('notFound', { what: '商户' });
  await inTransaction(houseDb, async tx => {
    const db = merchantDb(tx, merchant.id);
    const line = await ordinaryLine(db, lineId);
    await setPrice(db, line.id, pricePerMinute);
    const audit = { action: 'line.price', employeeId: session.employeeId, target: line.id, ip, at } as const;
    await recordAudit(merchantDb(tx, session.merchantId), audit);
  });
};

/** A line as a call leaves by it. The practice line has no address of its own: it is the practice carrier's. */
export interface DialLine {
  readonly id: string;
  readonly name: string;
  readonly practice: boolean;
  readonly address: LineAddress | null;
  readonly credentials: { readonly username: string; readonly password: string } | null;
  readonly callerNumber: string;
}

/** The line to dial by, password opened; `null` when it is gone. For the calls room alone. */
export const lineToDial = async (db: MerchantDb, id: string, secrets: Secrets): Promise<DialLine | null> => {
  const line = await findLine(db, id);
  if (line === undefined) return null;
  const password =
    line.password_sealed === null ? '' : secrets.open(line.password_sealed, sealContext(db.merchantId, line.id));
  return {
    id: line.id,
    name: line.name,
    practice: line.practice,
    address: line.practice ? null : readLineAddress(line.address),
    credentials: line.username === '' ? null : { username: line.username, password },
    callerNumber: line.caller_number,
  };
};
