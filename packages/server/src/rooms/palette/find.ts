import { type FoundKind, MOST_FOUND, type OutputOf, type paletteEndpoints } from '@lianxian/contract';
import { BoundedMap, maskPhone, namedBy, searchPeople } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { SignedInContext } from '../../platform/http/index.ts';
import { syllablesOf } from '../../platform/words/syllables.ts';
import { merchantNames, merchantsOf, resellers } from '../admin/index.ts';
import { customerNames } from '../customers/index.ts';
import { listOnline } from '../help/index.ts';
import { type NamesQuery, peopleNames, planNames, taskNames } from './palette.store.ts';

/** What may be opened by who asks, found by its name: the rights are those of the pages it opens on. */
type Found = OutputOf<typeof paletteEndpoints.find>['list'];
interface Named {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
}

/** By sound names must be compared, where too few hold what was typed: the newest, as many as most merchants have. */
const MOST_COMPARED = 500;
/** Of those that hold it, to choose the best. */
const MOST_HELD = 60;
const MOST_KEPT = 20_000;
const kept = new BoundedMap<string, readonly string[]>(MOST_KEPT);
const syllables = (name: string): readonly string[] => {
  const known = kept.use(name) ?? syllablesOf(name);
  kept.set(name, known);
  return known;
};

const best = (kind: FoundKind, q: string, rows: readonly Named[]): Found =>
  rows
    .flatMap(row => {
      // A hint, an account or a plan's name, is sought as it is written: what sounds so would be every task of a plan.
      const also = { text: row.hint, syllables: [] };
      const place = namedBy(q, { name: { text: row.name, syllables: syllables(row.name) }, also });
      return place === null ? [] : [{ place, row }];
    })
    .toSorted((one, other) => one.place - other.place)
    .slice(0, MOST_FOUND)
    .map(({ row: { id, name, hint } }) => ({ kind, id, name, hint }));

/** As the number library finds them: whoever sees numbers masked finds by the last four figures, or by all of them in the library alone. */
const customersNamed = async (q: string, { db, session }: Pick<SignedInContext, 'db' | 'session'>): Promise<Found> => {
  const whole = session.buttons.has('phone:unmask');
  const search = searchPeople(q, whole);
  if (search === null || (!whole && 'is' in search)) return [];
  const rows = await customerNames(db, { search, most: MOST_FOUND });
  return rows.map(({ id, name, company, phone }) => ({
    ...{ kind: 'customer' as const, id, name: name || company || maskPhone(phone) },
    hint: whole ? phone : maskPhone(phone),
  }));
};

export const find = async (q: string, { db, session }: SignedInContext, unscopedDb: UnscopedDb): Promise<Found> => {
  // Only Latin letters can be a sound.
  const mayBeSound = /[a-z]/i.test(q);
  const look = async (named: (query: NamesQuery) => Promise<readonly Named[]>): Promise<readonly Named[]> => {
    const held = await named({ q, others: false, most: MOST_HELD });
    if (!mayBeSound || held.length >= MOST_FOUND) return held;
    return await named({ q, others: true, most: MOST_COMPARED });
  };
  const { rights, roleCode } = session;
  const none: readonly Named[] = [];
  const keeps = roleCode === 'admin' || roleCode === 'agent';
  const articles = async () => (await listOnline(unscopedDb)).map(({ id, title }) => ({ id, name: title, hint: '' }));
  const customer = rights.has('number') ? await customersNamed(q, { db, session }) : [];
  const [task, plan, person, merchant, reseller, article] = await Promise.all([
    rights.has('myTask') ? look(query => taskNames(db, query)) : none,
    rights.has('plan') ? look(query => planNames(db, query)) : none,
    rights.has('myStaff') ? look(query => peopleNames(db, session, query)) : none,
    keeps ? look(query => merchantNames(unscopedDb, merchantsOf(session), query)) : none,
    roleCode === 'admin' ? look(query => merchantNames(unscopedDb, resellers, query)) : none,
    articles(),
  ]);
  const [tasks = [], ...others] = Object.entries({ task, plan, person, merchant, reseller, article }).map(
    ([kind, rows]) => best(kind as FoundKind, q, rows),
  );
  return [...tasks, ...customer, ...others.flat()];
};
