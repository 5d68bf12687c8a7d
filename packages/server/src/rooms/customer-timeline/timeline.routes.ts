import { customerEndpoints, type InputOf, type OutputOf } from '@lianxian/contract';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { ringBell } from '../bell/index.ts';
import { bindCustomerMerge } from '../customer-merge/index.ts';
import { customersSeen, findCustomer, furtherOf, lockCustomer, nameOf, noteEvent, zoneOf } from '../customers/index.ts';
import { seesPhones } from '../records/index.ts';
import { viewerOf } from '../staff/index.ts';
import { momentOf, namesOf, peopleNamed, readTimeline, setNext } from './timeline.store.ts';
import { lineView } from './timeline.view.ts';

/** What has been with a customer, what is next, and what people note. */

const timeline = async (
  { id, after, limit }: InputOf<typeof customerEndpoints.timeline>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof customerEndpoints.timeline>> => {
  const { db, locale: language } = context;
  const row = await findCustomer(db, id);
  if (row === undefined) throw refuse('notFound', { what: 'customer' });
  const phones = [row.phone, ...(await furtherOf(db, id))];
  const lines = await readTimeline(unscopedDb, db, { id, phones, after: after ?? null, limit: limit + 1 });
  const shown = lines.slice(0, limit);
  const people = shown.flatMap(({ facts }) => [facts?.from, facts?.to].filter(who => typeof who === 'string'));
  const seen = { language, whole: seesPhones(context), names: await namesOf(db, people) };
  return {
    list: shown.map(line => lineView(line, seen)),
    after: lines.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
};

const nextStep = (
  { id, at, text }: InputOf<typeof customerEndpoints.nextStep>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof customerEndpoints.nextStep>> =>
  inTransaction(unscopedDb, async house => {
    const { merchantId, employeeId: by } = context.session;
    const tx = merchantDb(house, merchantId, context.session);
    if ((await lockCustomer(tx, id)) === undefined) throw refuse('notFound', { what: 'customer' });
    const moment = at === undefined ? null : await momentOf(house, at, await zoneOf(house, merchantId));
    await setNext(tx, id, { at: moment, text, by });
    const said = at === undefined ? '—' : `${at.replace('T', ' ')} ${text}`.trim();
    await noteEvent(tx, { customerId: id, kind: 'next', by, facts: { text: said } });
    return { next: moment === null ? null : { at: moment.toISOString(), text } };
  });

/** `@刘洋`: a name is letters and figures. */
const namedIn = (text: string): string[] => [...text.matchAll(/@([\p{L}\p{N}·_-]{1,20})/gu)].map(([, name]) => name!);

/** Of those who are named the ones who see the customer: nobody learns of one by being named. */
const whoSees = async (house: UnscopedDb, merchantId: string, id: string, people: readonly string[]) => {
  const seeing: string[] = [];
  for (const employeeId of people) {
    const viewer = await viewerOf(house, merchantId, employeeId);
    const seen = await customersSeen(merchantDb(house, merchantId, viewer))
      .select('customer.id')
      .where('customer.id', '=', id)
      .executeTakeFirst();
    if (seen !== undefined) seeing.push(employeeId);
  }
  return seeing;
};

const note = (
  { id, text, mentions }: InputOf<typeof customerEndpoints.note>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof customerEndpoints.note>> =>
  inTransaction(unscopedDb, async house => {
    const { merchantId, employeeId: by } = context.session;
    const tx = merchantDb(house, merchantId, context.session);
    const row = await lockCustomer(tx, id);
    if (row === undefined) throw refuse('notFound', { what: 'customer' });
    await noteEvent(tx, { customerId: id, kind: 'note', by, facts: { text } });
    const named = await peopleNamed(tx, namedIn(text));
    const there = await namesOf(tx, mentions);
    const people = new Set([...there.keys(), ...named.map(one => one.id)]);
    people.delete(by);
    const told = await whoSees(house, merchantId, id, [...people]);
    if (told.length > 0)
      await ringBell(house, {
        ...{ merchantId, kind: 'library', about: `mention ${id} ${by}`, people: told },
        facts: { what: 'mention', who: await nameOf(tx, by), customer: row.name },
      });
    return { at: context.at.toISOString(), told: told.length };
  });

/** What has been with a customer, and several made one. */
export const bindCustomerTimeline = (front: Front, unscopedDb: UnscopedDb): void => {
  bindCustomerMerge(front, unscopedDb);
  bind(front, customerEndpoints.timeline, (input, context) => timeline(input, context, unscopedDb));
  bind(front, customerEndpoints.nextStep, (input, context) => nextStep(input, context, unscopedDb));
  bind(front, customerEndpoints.note, (input, context) => note(input, context, unscopedDb));
};
