import { badInputText, type InputOf, type lineEndpoints } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { recordAudit } from '../audit/index.ts';
import { type LineAddress, readLineAddress } from './address.policy.ts';
import { findLine, insertLine, markRemoved, setPassword, updateLine } from './lines.store.ts';

/** A sealed password belongs to its row: moved to another it does not open. */
const sealContext = (merchantId: string, lineId: string) => `line ${merchantId} ${lineId}`;

const ordinaryLine = async (db: MerchantDb, id: string) => {
  const line = await findLine(db, id);
  if (line === undefined) throw refuse('notFound', { what: '线路' });
  if (line.practice) throw refuse('practiceLineFixed');
  return line;
};

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

export const removeLine = async (id: string, { db, session, ip, at }: SignedInContext): Promise<void> => {
  await db.transaction(async tx => {
    await ordinaryLine(tx, id);
    await markRemoved(tx, id, at);
    await recordAudit(tx, { action: 'line.remove', employeeId: session.employeeId, target: id, ip, at });
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
