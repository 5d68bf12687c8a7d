import { isPracticeNumber, type NotNow, normalisePhone } from '@lianxian/core';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { admitByHand, judgeNumber } from '../calls/index.ts';
import type { ClaimedCall } from '../dialler/index.ts';
import { type DialLine, lineToDial } from '../lines/index.ts';
import { houseLineOf, type NewSeatCall, practiceLineOf, writeSeatCall } from './place-out.store.ts';

/** Who dials: the seat, over the line that is its own, or the merchant's first. */
export interface DiallingSeat {
  readonly merchantId: string;
  readonly seat: string;
  /** Null: the merchant has no line that could be used. */
  readonly lineId: string | null;
}

interface Placed {
  readonly claim: ClaimedCall;
  /** What the rules say against it, though it is placed. */
  readonly mayNot: NotNow['because'] | null;
}

interface PlaceOutParts {
  readonly db: UnscopedDb;
  readonly secrets: Secrets;
  /** This node: it holds the telephone of the seat, so it runs the call. */
  readonly owner: string;
}

/** A person who dials lets it ring as long as any telephone does. */
const RING_MS = 60_000;

/**
 * Places a call that a seat dials, by the rules of any call by hand (`admitByHand`): from the commit on it is in the channels
 * of its line, and an orphan should this process die; it is dialled after that, once. Throws refusals.
 */
export const placeOut = async (
  { db, secrets, owner }: PlaceOutParts,
  { merchantId, seat, lineId }: DiallingSeat,
  text: string,
): Promise<Placed> => {
  const { line, id } = await lineOf(db, secrets, merchantId, (await onlyWayTo(text, db, merchantId)) ?? lineId);
  if (!line.enabled) throw refuse('lineOff');
  const judged = judgeNumber(text, line);
  if ('refused' in judged) {
    if (judged.refused === 'notANumber') throw refuse('badInput', { field: 'phone', fault: 'phone' });
    throw refuse(judged.refused);
  }
  const { phone } = judged;
  const { practice } = line;
  return inTransaction(db, async tx => {
    let made: Made | null = null;
    const wanted = { merchantId, lineId: id, practice, phone };
    const admitted = await admitByHand(tx, wanted, secrets, async given => {
      const call = { ...wanted, seat, origin: 'seat', lineName: line.name, ringTimeoutMs: RING_MS, ...given } as const;
      made = { call, written: await writeSeatCall(tx, owner, call) };
      return made.written.id;
    });
    if (made === null) throw new Error('a call was admitted and not written');
    return { claim: claimOf(made), mayNot: admitted.mayNot };
  });
};

/** A call among seats: no line carries it, no channel is taken and nothing is paid. */
export const placeWithin = async (
  { db, owner }: Pick<PlaceOutParts, 'db' | 'owner'>,
  { merchantId, seat }: DiallingSeat,
  { extension, own }: { readonly extension: number; readonly own: number },
): Promise<ClaimedCall> =>
  inTransaction(db, async tx => {
    const lineId = await houseLineOf(tx, merchantId);
    const call: NewSeatCall = {
      ...{ merchantId, seat, origin: 'internal', lineId, lineName: '', practice: false },
      ...{ phone: String(extension), callerNumber: String(own), ringTimeoutMs: RING_MS },
      ...{ price: 0, unitS: 60, hold: 0, useRates: null },
    };
    return claimOf({ call, written: await writeSeatCall(tx, owner, call) });
  });

/** The practice line, to whom no other leads: a seat's own line is no obstacle. Null: any line does. */
const onlyWayTo = async (text: string, db: UnscopedDb, merchantId: string): Promise<string | null> => {
  const read = normalisePhone(text);
  return read.ok && isPracticeNumber(read.phone) ? await practiceLineOf(db, merchantId) : null;
};

interface Made {
  readonly call: NewSeatCall;
  readonly written: Awaited<ReturnType<typeof writeSeatCall>>;
}

const lineOf = async (
  db: UnscopedDb,
  secrets: Secrets,
  merchantId: string,
  id: string | null,
): Promise<{ readonly line: DialLine; readonly id: string }> => {
  const line = id === null ? null : await lineToDial(merchantDb(db, merchantId), id, secrets);
  if (line === null || id === null) throw refuse('noLine');
  // Of a lent one what is dialled by is its lender's; the call stands under our own.
  return { line, id };
};

const claimOf = ({ call, written }: Made): ClaimedCall => ({
  merchantId: call.merchantId,
  call: written.id,
  fence: 1,
  direction: 'out',
  origin: call.origin,
  taskId: null,
  owner: written.made,
  planId: null,
  planVersion: null,
  lineId: call.lineId,
  ...(written.rootLineId !== null && { rootLineId: written.rootLineId }),
  practice: call.practice,
  priced: call.price > 0,
  useRates: call.useRates,
  phone: call.phone,
  callerNumber: call.callerNumber,
  ringTimeoutMs: call.ringTimeoutMs,
  variables: {},
  file: written.file,
  zone: written.zone,
  hangUpWanted: false,
  isStale: false,
});
