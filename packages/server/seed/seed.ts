import type { Database, MerchantDb } from '../src/platform/db/index.ts';
import { merchantDb } from '../src/platform/db/index.ts';
import { createOwner } from '../src/rooms/accounts/index.ts';
import { topUp } from '../src/rooms/billing/index.ts';
import { insertLine } from '../src/rooms/lines/index.ts';
import { insertPlan } from '../src/rooms/plans/index.ts';
import { courseFollowUp } from './course-follow-up.ts';
import { claimSeed } from './seed.store.ts';

/** What `npm start` prints. The password is public, so it opens from this machine only. */
export const demo = {
  merchantNumber: '100268',
  merchantName: '启航教育',
  account: 'demo',
  name: '王晓雯',
  password: 'lianxian',
} as const;

/** So that a demo over a priced line shows what calls cost. */
const WELCOME_YUAN = '100';

/** A new merchant's first things: a plan to call with and the line to practise on. */
const furnish = async (db: MerchantDb): Promise<void> => {
  await insertPlan(db, courseFollowUp, new Date());
  const line = { name: '练习线路', address: '', username: '', callerNumber: '4008888888' };
  await insertLine(db, line, true);
};

/**
 * Seeds the demo merchant once in the life of a database: what a person deletes later stays deleted. Without a demo
 * nothing is seeded. Several processes may ask at once: one does it, all wait.
 */
export const seed = async (database: Database, config: { readonly demo: boolean }): Promise<void> => {
  if (!config.demo) return;
  await database.db.transaction().execute(async tx => {
    if (!(await claimSeed(tx, 'demo'))) return;
    const { merchantId } = await createOwner(tx, { ...demo, demo: true });
    await furnish(merchantDb(tx, merchantId));
    await topUp(tx, { merchantId, yuan: WELCOME_YUAN, requestId: null, byEmployee: null, note: '开户赠送' });
  });
};

export interface NewAdministrator {
  readonly merchantNumber: string;
  readonly merchantName: string;
  readonly account: string;
  readonly name: string;
  readonly password: string;
  /** Of the platform, not of a merchant. */
  readonly platform?: boolean;
}

/**
 * The first administrator of an installation without a demo, with the plan and the practice line of a new merchant; or
 * one of the platform's people, who have neither.
 */
export const createAdmin = async (database: Database, administrator: NewAdministrator): Promise<void> => {
  await database.db.transaction().execute(async tx => {
    const { platform = false, ...owner } = administrator;
    const { merchantId } = await createOwner(tx, { ...owner, demo: false, ...(platform && { kind: 'platform' }) });
    if (platform) return;
    if (await claimSeed(tx, `merchant ${merchantId}`)) await furnish(merchantDb(tx, merchantId));
  });
};
