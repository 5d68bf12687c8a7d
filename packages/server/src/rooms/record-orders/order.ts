import { type InputOf, type recordOrderEndpoints, recordOrderLimits } from '@lianxian/contract';
import { type Plan, soundKey } from '@lianxian/core';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { balanceOf, reserve } from '../billing/index.ts';
import { draftOf, planVersion } from '../plans/index.ts';
import { findVoice, partsOfPlan } from '../voices/index.ts';
import { employersFor, insertOffer, voicePeople } from './offers.store.ts';
import { countOpen, dayEnds, insertOrder, keysOrdered, lockOrdering, orderOfRequest } from './orders.store.ts';
import { ringOrder } from './ring.ts';
import { unitsOf } from './step.ts';

type Wish = InputOf<typeof recordOrderEndpoints.order>;

const noPlan = () => refuse('notFound', { what: 'plan' });

/** What a plan says in its draft, or in a version. @throws notFound */
export const partsWanted = async (db: MerchantDb, planId: string, version: number | undefined) => {
  const draft = await draftOf(db, planId);
  if (draft === undefined) throw noPlan();
  const graph: Plan | undefined = version === undefined ? draft.graph : (await planVersion(db, planId, version))?.graph;
  if (graph === undefined) throw refuse('notFound', { what: 'planVersion' });
  return { name: draft.name, parts: await partsOfPlan(db, planId, graph) };
};

/** The sentences as the plan has them, each once. @throws where the plan does not say one, or it is ordered already. */
const sentencesFor = async (db: MerchantDb, { planId, version, sentences }: Wish) => {
  const { name, parts } = await partsWanted(db, planId, version);
  const byKey = new Map(parts.map(part => [part.key, part]));
  const ordered = await keysOrdered(db, planId);
  const wanted = new Map(sentences.map(({ text, note }) => [soundKey(text), { text, note }]));
  const found = [...wanted].map(([key, { text, note }], n) => {
    const part = byKey.get(key);
    if (part === undefined) throw refuse('notInPlan', { text });
    if (ordered.has(key)) throw refuse('alreadyOrdered', { text });
    return { number: n + 1, text: part.text, key, place: part.place, note };
  });
  return { name, found };
};

/** Whose voice people, and which of them are told. @throws nobodyToRecord */
const offeredTo = async (tx: UnscopedDb, merchantId: string, { to, personId }: Wish) => {
  const employer = (await employersFor(tx, merchantId)).find(each => each.to === to);
  if (employer === undefined) throw refuse('nobodyToRecord');
  const people = await voicePeople(merchantDb(tx, employer.id));
  if (people.length === 0) throw refuse('nobodyToRecord');
  if (personId === undefined) return { employer, told: people.map(({ id }) => id) };
  if (!people.some(({ id }) => id === personId)) throw refuse('notFound', { what: 'voicePerson' });
  return { employer, told: [personId] };
};

const hold = async (tx: UnscopedDb, db: MerchantDb, units: number): Promise<void> => {
  if (await reserve(tx, db.merchantId, units)) return;
  throw refuse('orderShort', { amount: String(units / 10_000), available: (await balanceOf(db)).available });
};

/** The same request is one order; another one by the same name is refused. */
const madeBefore = async (db: MerchantDb, { requestId, planId }: Wish): Promise<string | null> => {
  const before = await orderOfRequest(db, requestId);
  if (before === undefined) return null;
  if (before.planId !== planId) throw refuse('orderReused');
  return before.id;
};

/** Orders recordings: what they will cost is held, and whoever may take the order is told. */
export const orderRecordings = (db: UnscopedDb, wish: Wish, context: SignedInContext): Promise<string> =>
  inTransaction(db, async tx => {
    const { merchantId, employeeId } = context.session;
    const own = merchantDb(tx, merchantId);
    await lockOrdering(tx, merchantId);
    const before = await madeBefore(own, wish);
    if (before !== null) return before;
    const { open: limit, days } = recordOrderLimits;
    if ((await countOpen(own)) >= limit) throw refuse('ordersFull', { limit });
    const { ends, isNear } = await dayEnds(tx, merchantId, { day: wish.deadline, at: context.at, days });
    if (!isNear) throw refuse('deadlinePast', { days });
    if (wish.sampleId !== undefined && (await findVoice(own, wish.sampleId)) === undefined)
      throw refuse('notFound', { what: 'recording' });
    const { name, found } = await sentencesFor(own, wish);
    const { employer, told } = await offeredTo(tx, merchantId, wish);
    // Among people of one merchant no money moves.
    const price = employer.id === merchantId ? '0' : wish.price;
    const held = unitsOf(price) * found.length;
    await hold(tx, own, held);
    const id = await insertOrder(
      own,
      {
        ...{ planId: wish.planId, planVersion: wish.version ?? null, planName: name, price, deadline: wish.deadline },
        ...{ dueAt: ends, notes: wish.notes, sampleId: wish.sampleId ?? null, tellsName: wish.tellsName },
        ...{ offeredTo: employer.id, offeredAs: employer.to, personId: wish.personId ?? null },
        ...{ held: String(held / 10_000), requestId: wish.requestId, createdBy: employeeId },
      },
      found,
    );
    const offer = { orderId: id, buyerId: merchantId, personId: wish.personId ?? null };
    await insertOffer(merchantDb(tx, employer.id), offer);
    const after = { sentences: found.length, price, held: String(held / 10_000), deadline: wish.deadline };
    const entry = { action: 'recordOrder.order', target: id, name: `#${id} ${name}`, after } as const;
    await recordAudit(own, entry, auditBy(context));
    const facts = { n: found.length, deadline: wish.deadline };
    await ringOrder(tx, { order: id, what: 'offered', facts }, { merchantId: employer.id, people: told });
    return id;
  });
