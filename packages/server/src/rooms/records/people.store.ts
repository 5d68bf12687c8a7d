import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { type CallsFilter, newestFirst } from './filter.store.ts';

/** How many people the newest so many of these calls were with. */
export const countPeople = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  wanted: CallsFilter,
  most: number,
): Promise<{ readonly people: number; readonly calls: number }> =>
  await unscopedDb
    .selectFrom(
      newestFirst(db, { ...wanted, isOver: true }, null, most)
        .select('call.phone')
        .as('found'),
    )
    .select([sql<number>`count(distinct phone)::int`.as('people'), sql<number>`count(*)::int`.as('calls')])
    .executeTakeFirstOrThrow();

/**
 * Those people, each as the newest of their calls knew them; `people` of them at most, the newest first. `chars` is what
 * is known of all of them: where that is more than is wanted, no more people come than have so many.
 */
export const peopleOf = (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  wanted: CallsFilter,
  most: { readonly calls: number; readonly people: number; readonly chars: number },
) => {
  const found = newestFirst(db, { ...wanted, isOver: true }, null, most.calls).select([
    'call.id',
    'call.phone',
    'call.calleeName',
    'call.variables',
    'call.listedAt',
  ]);
  const each = unscopedDb
    .selectFrom(found.as('found'))
    .distinctOn('found.phone')
    .selectAll('found')
    .orderBy('found.phone')
    .orderBy('found.listedAt', 'desc')
    .orderBy('found.id', 'desc');
  const newest = unscopedDb
    .selectFrom(each.as('person'))
    .selectAll('person')
    .select(
      sql<number>`length(person.phone) + length(person.callee_name) + length(person.variables::text)`.as('ownChars'),
    )
    .orderBy('person.listedAt', 'desc')
    .orderBy('person.id', 'desc')
    .limit(most.people);
  const summed = unscopedDb
    .selectFrom(newest.as('one'))
    .select(['one.phone', 'one.calleeName', 'one.variables', 'one.listedAt', 'one.id', 'one.ownChars'])
    .select(sql<number>`(sum(one.own_chars) over ())::int`.as('chars'))
    .select(sql<number>`sum(one.own_chars) over (order by one.listed_at desc, one.id desc)`.as('soFar'));
  return unscopedDb
    .selectFrom(summed.as('told'))
    .select(['told.phone', 'told.calleeName', 'told.variables', 'told.chars'])
    .where(sql<boolean>`told.so_far - told.own_chars < ${most.chars}`)
    .orderBy('told.listedAt', 'desc')
    .orderBy('told.id', 'desc')
    .execute();
};
