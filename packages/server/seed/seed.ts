import { type MerchantKind, type Plan, roleTemplates } from '@lianxian/core';
import type { Database, MerchantDb, UnscopedDb } from '../src/platform/db/index.ts';
import { merchantDb } from '../src/platform/db/index.ts';
import { createOwner, findMerchant, hashPassword, openPasswords } from '../src/rooms/accounts/index.ts';
import { topUp } from '../src/rooms/billing/index.ts';
import { seedKeywords } from '../src/rooms/keywords/index.ts';
import { insertLine } from '../src/rooms/lines/index.ts';
import { insertPlan } from '../src/rooms/plans/index.ts';
import { addPracticeProvider, newCallback } from '../src/rooms/sms-providers/index.ts';
import { courseFollowUp } from './course-follow-up.ts';
import { handingOver } from './course-follow-up-person.ts';
import { demo, demoLevels, demoSeats } from './demo.ts';
import { seedHelp } from './help.ts';
import {
  claimSeed,
  demoHashes,
  endDemoSessions,
  giveMerchant,
  insertStaff,
  liftLimits,
  seatDemoPeople,
  seatGroupCalled,
  setDemoPassword,
} from './seed.store.ts';

/** So that a demo over a priced line shows what calls cost. */
const WELCOME_YUAN = '100';
/** What the reseller of the demo has to give. */
const RESELLER_YUAN = '1000';

/** A new merchant's first things: a plan to call with, words to build others with, the line to practise on, and what writes text messages down. */
export const provisionMerchant = async (db: MerchantDb, plan: Plan = courseFollowUp): Promise<void> => {
  await insertPlan(db, plan, new Date());
  await seedKeywords(db, new Date());
  const line = { name: '练习线路', address: '', username: '', callerNumber: '4008888888' };
  await insertLine(db, line, true);
  await addPracticeProvider(db, newCallback());
};

/** The levels around the demo merchant; a number that is taken already is left as it is. */
const seedLevels = async (tx: UnscopedDb, merchantId: string, password: string): Promise<void> => {
  const { platform, reseller, employee } = demoLevels;
  const open = { password, demo: true };
  if ((await findMerchant(tx, platform.merchantNumber)) === undefined) await createOwner(tx, { ...platform, ...open });
  if ((await findMerchant(tx, reseller.merchantNumber)) === undefined) {
    const { merchantId: resellerId } = await createOwner(tx, { ...reseller, ...open });
    await provisionMerchant(merchantDb(tx, resellerId));
    await liftLimits(tx, resellerId);
    const start = { requestId: null, byEmployee: null, note: '开户赠送' };
    await topUp(tx, { ...start, merchantId: resellerId, yuan: RESELLER_YUAN });
    await giveMerchant(tx, merchantId, resellerId);
  }
  const passwordHash = await hashPassword(password);
  await insertStaff(merchantDb(tx, merchantId), { ...employee, ...roleTemplates[employee.template], passwordHash });
};

/** The demo's people take calls: seats, a group, and a colleague to be called and handed over to. */
const seedSeats = async (tx: MerchantDb, password: string): Promise<void> => {
  const { colleague } = demoLevels;
  const passwordHash = await hashPassword(password);
  await insertStaff(tx, { ...colleague, ...roleTemplates[colleague.template], passwordHash });
  await seatDemoPeople(tx, await seatGroupCalled(tx, demoSeats.group), demoSeats.people);
};

/**
 * Demo accounts have this password and no other: those of an older release had one that everybody knows. Whoever is
 * signed in by another one is signed out; an account whose owner set a password of his own is no demo account any more.
 */
const renewDemoPassword = async (tx: UnscopedDb, password: string): Promise<void> => {
  const hashes = await demoHashes(tx);
  const isPassword = openPasswords();
  const known = await Promise.all(hashes.map(hash => isPassword(hash, password)));
  if (known.every(Boolean)) return;
  await setDemoPassword(tx, await hashPassword(password));
  await endDemoSessions(tx, new Date());
};

/**
 * Seeds the help, and the demo merchant, once in the life of a database: what a person deletes later stays deleted.
 * Without a demo (null) there is the help alone, and nobody stays signed in to one that was there. Several processes may
 * ask at once: one does it, all wait.
 */
export const seed = async (
  database: Database,
  { demoPassword }: { readonly demoPassword: string | null },
): Promise<void> => {
  await database.db.transaction().execute(tx => seedHelp(tx, new Date()));
  if (demoPassword === null) {
    await endDemoSessions(database.db, new Date());
    return;
  }
  await database.db.transaction().execute(async tx => {
    if (await claimSeed(tx, 'demo')) {
      const { merchantId } = await createOwner(tx, { ...demo, password: demoPassword, demo: true });
      const db = merchantDb(tx, merchantId);
      await provisionMerchant(db, handingOver(courseFollowUp, await seatGroupCalled(db, demoSeats.group)));
      await liftLimits(tx, merchantId);
      await topUp(tx, { merchantId, yuan: WELCOME_YUAN, requestId: null, byEmployee: null, note: '开户赠送' });
    }
    // A demo of before levels has a merchant already.
    if (await claimSeed(tx, 'demo levels')) {
      const merchant = await findMerchant(tx, demo.merchantNumber);
      if (merchant !== undefined) await seedLevels(tx, merchant.id, demoPassword);
    }
    // A demo of before seats keeps its plan.
    if (await claimSeed(tx, 'demo seats')) {
      const merchant = await findMerchant(tx, demo.merchantNumber);
      if (merchant !== undefined) await seedSeats(merchantDb(tx, merchant.id), demoPassword);
    }
    await renewDemoPassword(tx, demoPassword);
  });
};

interface NewAdministrator {
  readonly merchantNumber: string;
  readonly merchantName: string;
  readonly account: string;
  readonly name: string;
  readonly password: string;
  /** Of the platform, not of a merchant. */
  readonly platform?: boolean;
}

/** The number belongs to somebody of another level: whoever is added there would be of that one. */
export class OtherLevel extends Error {
  override readonly name = 'OtherLevel';
  constructor(number: string, kind: MerchantKind) {
    super(kind === 'platform' ? `${number} is of the platform` : `${number} is not of the platform`);
  }
}

/**
 * The first administrator of an installation without a demo, with the plan and the practice line of a new merchant; or
 * one of the platform's people, who have neither.
 */
export const createAdmin = async (database: Database, administrator: NewAdministrator): Promise<void> => {
  await database.db.transaction().execute(async tx => {
    const { platform = false, ...owner } = administrator;
    const found = await findMerchant(tx, owner.merchantNumber);
    if (found !== undefined && (found.kind === 'platform') !== platform)
      throw new OtherLevel(owner.merchantNumber, found.kind);
    const kind = platform ? 'platform' : 'merchant';
    const { merchantId } = await createOwner(tx, { ...owner, demo: false, kind });
    if (platform) return;
    if (!(await claimSeed(tx, `merchant ${merchantId}`))) return;
    await liftLimits(tx, merchantId);
    await provisionMerchant(merchantDb(tx, merchantId));
  });
};
