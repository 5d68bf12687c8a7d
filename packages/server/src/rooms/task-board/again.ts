import { againLeftOuts, type InputOf, MOST_AGAIN, type OutputOf, type taskReportEndpoints } from '@lianxian/contract';
import { inTransaction, lockLists, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, countCompared, recordAudit } from '../audit/index.ts';
import { copyWithin, lockTask, nameApart, namesLike } from '../tasks/index.ts';
import { addAgain, countAgain, nameOfTask, today, type Whom } from './again.store.ts';

/** A task made from another: those of its people who are to be called again (docs/tasks.md#made-from-another). */
type Asked = InputOf<typeof taskReportEndpoints.people>;

const whomOf = ({ id, of, levels }: Asked, merchantId: string): Whom => {
  if (of === 'unreached') return { merchantId, id, levels: null };
  if (levels === undefined) throw refuse('badInput', { field: 'levels', fault: 'few', limit: 1 });
  return { merchantId, id, levels };
};

/** 「秋季回访 11-23」, or with the minute, as the editor names a new one: the day it was made before is not kept. */
const withoutDay = (name: string): string => name.replace(/ \d{2}-\d{2}(?: \d{2}:\d{2})?(?: \(\d+\))?$/u, '');

export const peopleAgain = async (
  unscopedDb: UnscopedDb,
  input: Asked,
  context: SignedInContext,
): Promise<OutputOf<typeof taskReportEndpoints.people>> => {
  const { db } = context;
  const name = await nameOfTask(db, input.id);
  if (name === undefined) throw refuse('notFound', { what: 'task' });
  const { merchantId } = db;
  const [counts, day] = await Promise.all([
    countAgain(unscopedDb, whomOf(input, merchantId)),
    today(unscopedDb, merchantId),
  ]);
  // Again and again, with others taken off the list, it would tell of each of them whether the house knows him.
  await countCompared(context, [], `again ${input.id} ${JSON.stringify(counts)}`);
  const of = (because: string | null) => counts.find(row => row.because === because)?.people ?? 0;
  const base = withoutDay(name);
  const taken = await namesLike(db, base);
  return {
    people: of(null),
    taken: Math.min(of(null), MOST_AGAIN),
    leftOut: againLeftOuts.flatMap(because => (of(because) > 0 ? [{ because, people: of(because) }] : [])),
    name: nameApart(base, ` ${day}`, taken),
  };
};

export const makeAgain = async (
  unscopedDb: UnscopedDb,
  { name, ...asked }: InputOf<typeof taskReportEndpoints.again>,
  context: SignedInContext,
): Promise<OutputOf<typeof taskReportEndpoints.again>> => {
  const { session } = context;
  const whom = whomOf(asked, context.db.merchantId);
  return await inTransaction(unscopedDb, async house => {
    const tx = merchantDb(house, whom.merchantId, session);
    // Two who press at once, for whichever tasks: the second finds those on the list of the first.
    await lockLists(house, whom.merchantId);
    const task = await lockTask(tx, asked.id);
    if (task === undefined) throw refuse('notFound', { what: 'task' });
    const id = await copyWithin(tx, { id: asked.id, name }, session.employeeId);
    const people = await addAgain(house, whom, { taskId: id, name: task.name, by: session.employeeId });
    if (people === 0) throw refuse('nobodyAgain');
    const after = { name, copiedFrom: task.name, people };
    await recordAudit(tx, { action: 'task.again', target: id, after }, auditBy(context));
    return { id, people };
  });
};
