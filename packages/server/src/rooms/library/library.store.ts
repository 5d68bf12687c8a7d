import { sql } from 'kysely';
import { asBeginning, type MerchantDb, seenPeople, type Viewer, withinScope } from '../../platform/db/index.ts';

export type { CustomerSettings, FoundCustomer, ListedCustomer } from '../customers/index.ts';

/** What is read beside customers: calls they were met in, choices of filters. */

/** A call that one sees, or has oneself. */
export const callMet = (db: MerchantDb, me: string, id: string) =>
  db.whole
    .selectFrom('call')
    .select([
      'call.id',
      'call.phone',
      'call.calleeName',
      'call.variables',
      'call.tags',
      'call.stage',
      'call.customerType',
    ])
    .where('call.id', '=', id)
    .where('call.removedAt', 'is', null)
    .where('call.phone', '<>', '')
    .where(mayMeet(db.viewer, me))
    .executeTakeFirst();
export type MetCall = NonNullable<Awaited<ReturnType<typeof callMet>>>;

const mayMeet = (viewer: Viewer | null, me: string) =>
  viewer === null
    ? sql<boolean>`true`
    : sql<boolean>`(call.seat_id = ${me} or ${withinScope(viewer, 'call.owner_id')})`;

/** The newest call with a number that one sees. */
export const newestCall = (db: MerchantDb, phone: string) =>
  db
    .selectFrom('call')
    .select(['call.id', 'call.phone', 'call.calleeName', 'call.variables', 'call.tags'])
    .where('call.phone', '=', phone)
    .where('call.removedAt', 'is', null)
    .orderBy('call.placedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The type of a call that is over. */
export const setCallType = async (tx: MerchantDb, id: string, customerType: number): Promise<void> => {
  await tx.whole
    .updateTable('call')
    .set({ customerType })
    .where('call.id', '=', id)
    .where('call.stage', '=', 'ended')
    .execute();
};

const MOST_CHOICES = 200;
/** Of so many customers that changed last. */
const LOOKED_AT = 2_000;

export const tagsSeen = async (db: MerchantDb): Promise<readonly string[]> => {
  const newest = db
    .selectFrom('customer')
    .select('customer.tags')
    .where('customer.removedAt', 'is', null)
    .orderBy('customer.listedAt', 'desc')
    .orderBy('customer.id', 'desc')
    .limit(LOOKED_AT);
  const rows = await newest.execute();
  const times = new Map<string, number>();
  for (const { tags } of rows) for (const tag of tags) times.set(tag, (times.get(tag) ?? 0) + 1);
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_CHOICES)
    .map(([tag]) => tag);
};

/** Whose customers one may see. */
export const peopleSeen = (db: MerchantDb) => {
  const people = db
    .selectFrom('employee')
    .select(['employee.id', 'employee.name'])
    .where('employee.removedAt', 'is', null)
    .orderBy('employee.id')
    .limit(MOST_CHOICES);
  return (db.viewer === null ? people : people.where(withinScope(db.viewer, 'employee.id'))).execute();
};

/** Departments in the scope of who looks, parents before children; who sees his own alone gives nothing to one. */
export const departmentsSeen = (db: MerchantDb) => {
  const departments = db
    .selectFrom('department')
    .select(['department.id', 'department.name'])
    .orderBy('department.path')
    .limit(MOST_CHOICES);
  const people = db.viewer === null ? 'everybody' : seenPeople(db.viewer);
  if (people === 'everybody') return departments.execute();
  return 'below' in people
    ? departments.where('department.path', 'like', asBeginning(people.below)).execute()
    : Promise.resolve([]);
};

export const tasksSeen = (db: MerchantDb) =>
  db
    .selectFrom('task')
    .select(['task.id', 'task.name'])
    .where('task.isTemplate', '=', false)
    .orderBy('task.id', 'desc')
    .limit(MOST_CHOICES)
    .execute();

/** Whether somebody asked for it and waits. */
export const hasAsked = async (db: MerchantDb, customerId: string, askedBy: string): Promise<boolean> =>
  (await db
    .selectFrom('customerAsk')
    .select('customerAsk.id')
    .where('customerAsk.customerId', '=', customerId)
    .where('customerAsk.askedBy', '=', askedBy)
    .where('customerAsk.answeredAt', 'is', null)
    .executeTakeFirst()) !== undefined;
