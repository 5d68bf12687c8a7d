import type { InputOf, lineEndpoints } from '@lianxian/contract';
import { readOwnNumbers } from '@lianxian/core';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, type Facts, recordAudit } from '../audit/index.ts';
import { areasOf } from '../segments/index.ts';
import {
  addLineNumbers,
  countNumbers,
  findNumber,
  isLine,
  isNumberOfLine,
  isPublished,
  lockNumbers,
  markNumberRemoved,
  type PlacedNumber,
  updateNumber,
} from './caller-ids.store.ts';

/** What a person pastes at once; each is placed by its prefix, in one look. */
const MOST_AT_ONCE = 500;
/** A claim reads them all. */
const MOST_OF_A_LINE = 5_000;

/** One number as it is kept; '' is none. */
export const readNumber = (text: string): string => {
  const read = readOwnNumbers(text);
  if (!read.ok || read.numbers.length > 1) throw refuse('lineNumberBad', { number: read.ok ? text : read.bad });
  return read.numbers[0] ?? '';
};

/** Reads a pasted list and knows where each number lives. */
export const readNumbers = async (text: string, unscopedDb: UnscopedDb): Promise<readonly PlacedNumber[]> => {
  const read = readOwnNumbers(text);
  if (!read.ok) throw refuse('lineNumberBad', { number: read.bad });
  if (read.numbers.length > MOST_AT_ONCE) throw refuse('lineNumbersAtOnce', { limit: MOST_AT_ONCE });
  const bare = (number: string) => number.replace(/^\+86/, '');
  const areas = await areasOf(unscopedDb, read.numbers.map(bare));
  return read.numbers.map(number => {
    const area = areas.get(bare(number));
    return { number, province: area?.province ?? '', city: area?.city ?? '' };
  });
};

export const addNumbers = async (
  { lineId, numbers: text, dailyCap }: InputOf<typeof lineEndpoints.addNumbers>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<{ readonly added: number; readonly known: number }> => {
  const numbers = await readNumbers(text, unscopedDb);
  const added = await context.db.transaction(async tx => {
    if (!(await isLine(tx, lineId))) throw refuse('notFound', { what: 'line' });
    await lockNumbers(tx, lineId);
    const added = await addLineNumbers(tx, lineId, numbers, dailyCap);
    if ((await countNumbers(tx, lineId)) > MOST_OF_A_LINE) throw refuse('lineNumbersFull', { limit: MOST_OF_A_LINE });
    const after = { count: added, numbers: numbers.map(({ number }) => number), dailyCap };
    await recordAudit(tx, { action: 'line.numbers.add', target: lineId, after }, auditBy(context));
    return added;
  });
  return { added, known: numbers.length - added };
};

type NumberRow = NonNullable<Awaited<ReturnType<typeof findNumber>>>;
const factsOf = (row: NumberRow): Facts => ({
  number: row.number,
  dailyCap: row.dailyCap,
  enabled: row.enabled,
  planId: row.planId,
});

const numberOf = async (db: MerchantDb, id: string) => {
  const number = await findNumber(db, id);
  if (number === undefined) throw refuse('notFound', { what: 'number' });
  return number;
};

const answeringPlan = async (db: MerchantDb, id: string): Promise<void> => {
  const isGood = await isPublished(db, id);
  if (isGood === null) throw refuse('notFound', { what: 'plan' });
  if (!isGood) throw refuse('planUnpublished');
};

interface SavedNumber {
  readonly lineId: string;
  readonly number: string;
  readonly planId: string | null;
}

export const saveNumber = async (
  { id, number, dailyCap, enabled, planId }: InputOf<typeof lineEndpoints.saveNumber>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<SavedNumber> => {
  const [placed] = number === undefined ? [] : await readNumbers(number, unscopedDb);
  return await context.db.transaction(async tx => {
    const existing = await numberOf(tx, id);
    const { lineId } = existing;
    if (planId !== undefined && planId !== '0') await answeringPlan(tx, planId);
    await lockNumbers(tx, lineId);
    if (placed !== undefined && (await isNumberOfLine(tx, lineId, placed.number, id)))
      throw refuse('lineNumberKnown', { number: placed.number });
    const plan = planId === '0' ? null : planId;
    await updateNumber(tx, id, { ...placed, dailyCap, enabled, planId: plan });
    const saved = await numberOf(tx, id);
    const after = factsOf(saved);
    const entry = {
      action: 'line.number.save',
      target: id,
      name: existing.number,
      before: factsOf(existing),
      after,
    } as const;
    await recordAudit(tx, entry, auditBy(context));
    return { lineId, number: saved.number, planId: saved.planId };
  });
};

/** Returns the line it was of. */
export const removeNumber = async (id: string, context: SignedInContext): Promise<string> => {
  return await context.db.transaction(async tx => {
    const existing = await numberOf(tx, id);
    await markNumberRemoved(tx, id, context.at);
    const entry = {
      action: 'line.number.remove',
      target: id,
      name: existing.number,
      before: factsOf(existing),
    } as const;
    await recordAudit(tx, entry, auditBy(context));
    return existing.lineId;
  });
};
