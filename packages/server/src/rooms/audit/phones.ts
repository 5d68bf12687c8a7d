/**
 * Whole numbers of callees: who looked at them, and who searched for one without seeing any. Both are counted from the
 * audit's own rows, so that a limit holds over all nodes and whatever was killed.
 */
import { searchPhone } from '@lianxian/core';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { later } from '../../platform/time.ts';
import { holdPerson, phonesSearched, wasSeen } from './phones.store.ts';
import { auditBy, recordAudit } from './record.store.ts';

/** A page that is open asks again and again: within so long that is one look. */
const LOOK_MS = 3_600_000;

/** Notes that this person was shown whole numbers at `path`, once a look. */
export const noteSeen = async (context: SignedInContext, path: string): Promise<void> => {
  const { db, session, at } = context;
  if (await wasSeen(db, session.employeeId, path, later(at, -LOOK_MS))) return;
  await recordAudit(db, { action: 'phone.seen', target: path }, auditBy(context));
};

const DAY_MS = 86_400_000;
/**
 * Numbers that somebody who sees them masked may search for in a day. Who is rung back looks one up now and then; whoever
 * tries the ten thousand that a mask leaves open needs half a year.
 */
const SEARCHES_A_DAY = 50;

/** Lets a search for a whole number pass, and notes it; the same number again is no further one. @throws `searchesOut` */
export const allowSearch = async (context: SignedInContext, text: string | undefined): Promise<void> => {
  const { db, session, at } = context;
  if (text === undefined || session.buttons.has('phone:unmask')) return;
  const search = searchPhone(text, false);
  if (search === null || !('is' in search)) return;
  await db.transaction(async tx => {
    await holdPerson(tx, session.employeeId);
    const searched = await phonesSearched(tx, session.employeeId, later(at, -DAY_MS), SEARCHES_A_DAY);
    if (searched.includes(search.is)) return;
    if (searched.length >= SEARCHES_A_DAY) throw refuse('searchesOut', { limit: SEARCHES_A_DAY });
    await recordAudit(tx, { action: 'phone.search', after: { phone: search.is } }, auditBy(context));
  });
};
