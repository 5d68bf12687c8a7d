import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** Anybody may ask for captchas: no more than this many wait for an answer, the oldest go first. */
const MOST_CAPTCHAS = 10_000;

export const keepCaptcha = async (
  db: UnscopedDb,
  captcha: { key: string; answerHash: Buffer; expiresAt: Date },
  at: Date,
): Promise<void> => {
  await db
    .insertInto('captcha')
    .values({ key: captcha.key, answerHash: captcha.answerHash, expiresAt: captcha.expiresAt })
    .execute();
  await db.deleteFrom('captcha').where('expiresAt', '<', at).execute();
  await db
    .deleteFrom('captcha')
    .where('key', 'in', eb =>
      eb.selectFrom('captcha').select('key').orderBy('expiresAt', 'desc').offset(sql.lit(MOST_CAPTCHAS)),
    )
    .execute();
};

/** Takes it away: an answer counts once. */
export const takeCaptcha = (db: UnscopedDb, key: string) =>
  db.deleteFrom('captcha').where('key', '=', key).returning(['answerHash', 'expiresAt']).executeTakeFirst();
