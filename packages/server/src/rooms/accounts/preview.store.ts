import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

interface NewPreview {
  readonly tokenHash: Buffer;
  /** The session of who looks. */
  readonly previewerHash: Buffer;
  /** With whose eyes. */
  readonly employeeId: string;
  readonly at: Date;
  readonly expiresAt: Date;
  readonly ip: string;
  readonly userAgent: string;
}

export const insertPreview = async (tx: MerchantDb, { at, ...preview }: NewPreview): Promise<void> => {
  await tx.insertInto('session', { ...preview, createdAt: at, seenAt: at, revokedAt: null }).execute();
};

/** Ends what the session of this hash looks at with others' eyes, or itself if it looks with another's. */
export const revokePreviews = (tx: MerchantDb, hash: Buffer, at: Date) =>
  tx
    .updateTable('session')
    .set({ revokedAt: at })
    .where('session.previewerHash', 'is not', null)
    .where(eb => eb.or([eb('session.previewerHash', '=', hash), eb('session.tokenHash', '=', hash)]))
    .where('session.revokedAt', 'is', null)
    .where('session.expiresAt', '>', at)
    .returning([
      'session.tokenHash',
      'session.employeeId',
      sql<string>`(select name from employee where employee.merchant_id = session.merchant_id
        and employee.id = session.employee_id)`.as('name'),
    ])
    .execute();
