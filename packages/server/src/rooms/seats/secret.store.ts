import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Secrets that telephones may sign in with now: their sign-in lives, their owner may connect. */
const holding = (db: UnscopedDb) =>
  db
    .selectFrom('seatSecret')
    .innerJoin('session', 'session.tokenHash', 'seatSecret.sessionHash')
    .innerJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'seatSecret.merchantId')
        .onRef('employee.id', '=', 'seatSecret.employeeId'),
    )
    .innerJoin('merchant', 'merchant.id', 'seatSecret.merchantId')
    .where('session.revokedAt', 'is', null)
    .where('session.expiresAt', '>', sql<Date>`now()`)
    .where('employee.active', '=', true)
    .where('employee.hasSeat', '=', true)
    .where('employee.seatRight', '=', true)
    .where('merchant.active', '=', true);

export const findSecret = (db: UnscopedDb, employeeId: string) =>
  holding(db)
    .select(['seatSecret.merchantId', 'seatSecret.employeeId', 'seatSecret.secretSealed'])
    .where('seatSecret.employeeId', '=', employeeId)
    .executeTakeFirst();

/** Those of these seats whose secret holds. */
export const seatsHolding = async (db: UnscopedDb, employeeIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await holding(db)
    .select('seatSecret.employeeId')
    .where('seatSecret.employeeId', 'in', [...employeeIds])
    .execute();
  return new Set(rows.map(({ employeeId }) => employeeId));
};

/** Of two devices that ask at once the second waits. Undefined: there is no seat. */
export const lockSeat = (tx: MerchantDb, employeeId: string) =>
  tx
    .selectFrom('seatAccount')
    .select(['seatAccount.extension', 'seatAccount.lineId'])
    .where('seatAccount.employeeId', '=', employeeId)
    .forUpdate()
    .executeTakeFirst();

/** Who holds the seat by another sign-in that lives. */
export const heldElsewhere = (tx: MerchantDb, employeeId: string, sessionHash: Buffer) =>
  tx
    .selectFrom('seatSecret')
    .innerJoin('session', 'session.tokenHash', 'seatSecret.sessionHash')
    .select(['seatSecret.device', 'seatSecret.madeAt'])
    .where('seatSecret.employeeId', '=', employeeId)
    .where('seatSecret.sessionHash', '<>', sessionHash)
    .where('session.revokedAt', 'is', null)
    .where('session.expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();

interface NewSecret {
  readonly employeeId: string;
  readonly secretSealed: string;
  readonly sessionHash: Buffer;
  readonly device: string;
}

/** In place of the one before, which opens nothing from then on. */
export const writeSecret = async (tx: MerchantDb, secret: NewSecret): Promise<void> => {
  const { secretSealed, sessionHash, device } = secret;
  await tx
    .insertInto('seatSecret', secret)
    .onConflict(conflict =>
      conflict
        .columns(['merchantId', 'employeeId'])
        .doUpdateSet({ secretSealed, sessionHash, device, madeAt: sql<Date>`now()` }),
    )
    .execute();
};
