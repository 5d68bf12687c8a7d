import type { InputOf, lendingEndpoints } from '@lianxian/contract';
import { inTransaction, lockPacing, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { findMerchant } from '../accounts/index.ts';
import { accountOfAny, worldsOf } from '../admin/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import {
  changeLoan,
  countLoans,
  endLoan,
  findLoan,
  findOwn,
  insertLoan,
  type RootLine,
  type Terms,
} from './lending.store.ts';

/**
 * Lines that are lent (decision 91): whoever has one gets a row of its own, which says whose line it is; channels, rate, numbers
 * and health are those of the line itself, over all that have it.
 */

type Place = Pick<InputOf<typeof lendingEndpoints.takeBack>, 'id' | 'lineId'>;

/** Merchants of the caller's world, and a reseller's own. */
const see = async (db: UnscopedDb, { session }: SignedInContext, merchantId: string): Promise<void> => {
  if (session.roleCode === 'agent' && session.merchantId === merchantId) return;
  await accountOfAny(db, worldsOf(session), merchantId);
};

export const lineOf = async (db: UnscopedDb, { id, lineId }: Place, context: SignedInContext): Promise<RootLine> => {
  await see(db, context, id);
  const line = await findOwn(db, id, lineId);
  if (line === undefined) throw refuse('notFound', { what: 'line' });
  return line;
};

/** A line has as many channels at most; more than that nobody can use. */
const MOST_LOANS = 500;
const unitsOf = { 6: 6, 60: 60 } as const;

const factsOf = ({ name, channels, pricePerMinute, billUnitS, abroad }: Terms) => ({
  name,
  channels,
  pricePerMinute,
  unitSeconds: billUnitS,
  abroad: abroad !== 'none',
});

/** Who calls over the line already counts alone until it is lent: so nobody of its owner starts a call meanwhile. */
export const lend = (
  db: UnscopedDb,
  input: InputOf<typeof lendingEndpoints.lend>,
  context: SignedInContext,
): Promise<string> =>
  inTransaction(db, async tx => {
    const root = await lineOf(tx, input, context);
    const borrower = await borrowerOf(tx, root, input.cid, context);
    await lockPacing(tx, root.merchantId);
    const own = merchantDb(tx, borrower);
    const { name, channels, pricePerMinute, unitSeconds } = input;
    if (input.abroad && root.abroad === 'none') throw refuse('lentAbroad');
    const abroad = input.abroad ? root.abroad : 'none';
    const terms: Terms = { name, channels, pricePerMinute, billUnitS: unitsOf[unitSeconds], abroad };
    const before = await findLoan(own, root);
    if (before === undefined && (await countLoans(tx, root)) >= MOST_LOANS)
      throw refuse('linesFull', { limit: MOST_LOANS });
    if (before !== undefined) await changeLoan(own, before.id, terms);
    const id = before?.id ?? (await insertLoan(own, root, terms));
    const change = { before: before && factsOf(before), after: { ...factsOf(terms), line: root.name } };
    await note(tx, context, { action: 'line.lend', target: id, name: root.name, ...change, aboutMerchantId: borrower });
    return id;
  });

export const takeBack = (
  db: UnscopedDb,
  input: InputOf<typeof lendingEndpoints.takeBack>,
  context: SignedInContext,
): Promise<string | null> =>
  inTransaction(db, async tx => {
    const root = await lineOf(tx, input, context);
    const borrower = await borrowerOf(tx, root, input.cid, context);
    const own = merchantDb(tx, borrower);
    const loan = await findLoan(own, root);
    if (loan === undefined) return null;
    await endLoan(own, loan.id, context.at);
    const about = { target: loan.id, name: root.name, aboutMerchantId: borrower };
    await note(tx, context, { action: 'line.takeBack', ...about, before: factsOf(loan) });
    return loan.id;
  });

const note = (tx: UnscopedDb, context: SignedInContext, entry: Parameters<typeof recordAudit>[1]): Promise<void> =>
  recordAudit(merchantDb(tx, context.session.merchantId), entry, auditBy(context));

const borrowerOf = async (db: UnscopedDb, root: RootLine, cid: string, context: SignedInContext): Promise<string> => {
  const found = await findMerchant(db, cid);
  if (found === undefined) throw refuse('notFound', { what: 'merchant' });
  await see(db, context, found.id);
  if (found.id === root.merchantId) throw refuse('lentToItself');
  return found.id;
};
