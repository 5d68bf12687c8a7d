/**
 * Whole numbers of callees: who looked at them, and who searched for one without seeing any. Both are counted from the
 * audit's own rows, so that a limit holds over all nodes and whatever was killed.
 */
import { createHash } from 'node:crypto';
import { searchPeople } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse, type Session, type SignedInContext, whoLooks } from '../../platform/http/index.ts';
import { later } from '../../platform/time.ts';
import { holdPerson, listsCompared, phonesSearched, wasSeen } from './phones.store.ts';
import { type AuditBy, auditBy, recordAudit } from './record.store.ts';

/** A page that is open asks again and again: within so long that is one look. */
const LOOK_MS = 3_600_000;

const noteLook = async (db: MerchantDb, employeeId: string, where: string, by: AuditBy): Promise<void> => {
  if (await wasSeen(db, employeeId, where, later(by.at, -LOOK_MS))) return;
  await recordAudit(db, { action: 'phone.seen', target: where }, by);
};

/** Notes that this person was shown whole numbers at `path`, once a look. */
export const noteSeen = (context: SignedInContext, path: string): Promise<void> =>
  noteLook(context.db, whoLooks(context.session), path, auditBy(context));

/** The same of who begins to watch live words (`topic`) and sees numbers in them. A socket has no page of its own. */
export const noteWatched = async (db: MerchantDb, session: Session, topic: string, at: Date): Promise<void> => {
  const employeeId = whoLooks(session);
  if (session.buttons.has('phone:unmask'))
    await noteLook(db, employeeId, topic, { employeeId, ip: '', pagePath: '', at });
};

const DAY_MS = 86_400_000;
/**
 * Numbers that somebody who sees them masked may search for in a day. Who is rung back looks one up now and then; whoever
 * tries the ten thousand that a mask leaves open needs half a year.
 */
const SEARCHES_A_DAY = 50;

interface Searches {
  /** Nothing may be looked up any more, but what was. */
  readonly refuseMore: (phones: readonly string[]) => void;
  /** Notes what was looked up; the same number again is no further search. */
  readonly note: (phones: readonly string[]) => Promise<void>;
}

/** The searches of a person's last day, until the end of the transaction that person's alone. */
const openSearches = async (tx: MerchantDb, context: SignedInContext): Promise<Searches> => {
  const { session, at } = context;
  const employeeId = whoLooks(session);
  await holdPerson(tx, employeeId);
  const since = later(at, -DAY_MS);
  const searched = new Set(await phonesSearched(tx, employeeId, since, SEARCHES_A_DAY));
  const fresh = (phones: readonly string[]) => phones.filter(phone => !searched.has(phone));
  return {
    refuseMore: phones => {
      if (searched.size < SEARCHES_A_DAY || fresh(phones).length === 0) return;
      throw refuse('searchesOut', { limit: SEARCHES_A_DAY });
    },
    note: async phones => {
      for (const phone of fresh(phones).slice(0, SEARCHES_A_DAY - searched.size))
        await recordAudit(tx, { action: 'phone.search', after: { phone } }, auditBy(context));
    },
  };
};

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

/** Lets a search for a whole number pass, and notes it; the same number again is no further one. @throws `searchesOut` */
export const allowSearch = async (context: SignedInContext, text: string | undefined): Promise<void> => {
  if (text === undefined || seesPhones(context)) return;
  const search = searchPeople(text, false);
  if (search === null || !('is' in search)) return;
  await context.db.transaction(async tx => {
    const searches = await openSearches(tx, context);
    searches.refuseMore([search.is]);
    await searches.note([search.is]);
  });
};

/**
 * A write whose answer tells which of these whole numbers were there: those count as searched for. Refused when none is
 * left; what one asking learns beyond the last one is not refused, or the refusal would tell it. Hold no row before it.
 *
 * @throws `searchesOut`
 */
export const countLearnt = async (
  tx: MerchantDb,
  context: SignedInContext,
  phones: readonly string[],
  write: () => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  if (seesPhones(context)) return await write();
  const searches = await openSearches(tx, context);
  searches.refuseMore(phones);
  const known = await write();
  await searches.note(known);
  return known;
};

/**
 * Lists of numbers that somebody who sees them masked may have compared with what the house knows in a day. How many of a
 * list are known tells one number of ten thousand by halves, in fourteen lists.
 */
const LISTS_A_DAY = 10;

/**
 * Whether it may be said how many of these numbers are known; notes that it was. The same list again is no further one:
 * `rest` stands for what it holds besides.
 */
export const allowComparing = async (
  context: SignedInContext,
  phones: readonly string[],
  rest = '',
): Promise<boolean> => {
  if (seesPhones(context) || (phones.length === 0 && rest === '')) return true;
  const { session, at } = context;
  const list = createHash('sha256').update(phones.toSorted().join()).update(rest).digest('base64url');
  return await context.db.transaction(async tx => {
    await holdPerson(tx, session.employeeId);
    const compared = await listsCompared(tx, session.employeeId, later(at, -DAY_MS), LISTS_A_DAY);
    if (compared.includes(list)) return true;
    if (compared.length >= LISTS_A_DAY) return false;
    await recordAudit(
      tx,
      { action: 'phone.compare', after: { list, ...(phones.length > 0 && { numbers: phones.length }) } },
      auditBy(context),
    );
    return true;
  });
};

/** The same of what tells it by being done. @throws `listsOut` */
export const countCompared = async (
  context: SignedInContext,
  phones: readonly string[],
  rest: string,
): Promise<void> => {
  if (!(await allowComparing(context, phones, rest))) throw refuse('listsOut', { limit: LISTS_A_DAY });
};
