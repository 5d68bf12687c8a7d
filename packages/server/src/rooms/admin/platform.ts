import type { InputOf, merchantEndpoints, OutputOf, platformEndpoints } from '@lianxian/contract';
import { maskPhone } from '@lianxian/core';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { balanceOf } from '../billing/index.ts';
import { type Halted, haltMerchant } from '../task-control/index.ts';
import { merchantsThatCall, readInfo, setContact } from './platform.store.ts';

/** Merchants stopped at once: each takes a connection, and pages still need theirs. */
const AT_ONCE = 3;

interface StoppedMerchant extends Halted {
  readonly merchantId: string;
}

/** Stops one merchant after the other; `next` is shared by the lanes. One that fails does not keep the others calling. */
const stopLane = async (
  unscopedDb: UnscopedDb,
  next: () => string | undefined,
  told: (stopped: StoppedMerchant) => void,
) => {
  let failure: unknown = null;
  for (let merchantId = next(); merchantId !== undefined; merchantId = next()) {
    try {
      const halt = { merchantId, event: 'stopAll', employeeId: null } as const;
      told({ merchantId, ...(await haltMerchant(unscopedDb, halt, async () => undefined)) });
    } catch (error) {
      failure = error;
    }
  }
  if (failure !== null) throw failure;
};

/**
 * Emergency stop of the platform (docs/safety.md#emergency-stop): every task of every merchant pauses, every call ends.
 * `told` hears of each merchant when it is done, so that its calls end while others are being stopped.
 */
export const stopPlatform = async (
  unscopedDb: UnscopedDb,
  context: SignedInContext,
  told: (stopped: StoppedMerchant) => void,
): Promise<OutputOf<typeof platformEndpoints.stopAll>> => {
  const waiting = [...(await merchantsThatCall(unscopedDb))];
  const sums = { merchants: 0, tasks: 0, calls: 0 };
  const count = (stopped: StoppedMerchant): void => {
    sums.merchants += stopped.tasks + stopped.calls > 0 ? 1 : 0;
    sums.tasks += stopped.tasks;
    sums.calls += stopped.calls;
    told(stopped);
  };
  const lanes = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () => stopLane(unscopedDb, () => waiting.shift(), count)),
  );
  const { merchantId } = context.session;
  await recordAudit(merchantDb(unscopedDb, merchantId), { action: 'platform.stopAll', after: sums }, auditBy(context));
  const failed = lanes.find(lane => lane.status === 'rejected');
  if (failed) throw failed.reason;
  return sums;
};

/** One's own merchant, for its owner. */
export const ownInfo = async (
  unscopedDb: UnscopedDb,
  { session, db }: SignedInContext,
): Promise<OutputOf<typeof merchantEndpoints.info>> => {
  const [info, balance] = await Promise.all([readInfo(unscopedDb, session.merchantId), balanceOf(db)]);
  const { resellerName, resellerContact, resellerPhone } = info;
  return {
    number: info.number,
    name: info.name,
    contactName: info.contactName,
    contactPhone: info.contactPhone,
    createdAt: info.createdAt.toISOString(),
    reseller:
      resellerName === null
        ? null
        : { name: resellerName, contactName: resellerContact ?? '', contactPhone: resellerPhone ?? '' },
    balance,
    employees: { used: info.people, limit: info.employeeLimit },
    seats: { used: info.seats, limit: info.seatLimit },
    channels: { used: info.live, limit: info.channelLimit },
  };
};

export const saveContact = (
  unscopedDb: UnscopedDb,
  contact: InputOf<typeof merchantEndpoints.saveContact>,
  context: SignedInContext,
): Promise<void> =>
  inTransaction(unscopedDb, async tx => {
    const { merchantId } = context.session;
    const before = await readInfo(tx, merchantId);
    await setContact(tx, merchantId, contact);
    const facts = ({ contactName, contactPhone }: typeof contact) => ({
      contactName,
      contactPhone: maskPhone(contactPhone),
    });
    const change = { before: facts(before), after: facts(contact) };
    const entry = { action: 'merchant.saveContact', target: merchantId, name: before.name, ...change } as const;
    await recordAudit(merchantDb(tx, merchantId), entry, auditBy(context));
  });
