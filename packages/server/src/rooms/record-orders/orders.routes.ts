import { recordOrderEndpoints } from '@lianxian/contract';
import { inTransaction, type MerchantDb, merchantDb, planExists, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse } from '../../platform/http/index.ts';
import { balanceOf } from '../billing/index.ts';
import { durationOf, findVoice, soundAddress } from '../voices/index.ts';
import { acceptSentences, cancelOrder, sendSentenceBack } from './judge.ts';
import { employersFor, voicePeople } from './offers.store.ts';
import { orderRecordings, partsWanted } from './order.ts';
import {
  countOrders,
  type FoundOrder,
  findOrder,
  keysOrdered,
  listOrders,
  sentencesOf,
  soundOf,
} from './orders.store.ts';
import { shownSentence } from './record-orders.view.ts';
import { settleChanged } from './step.ts';

/** A recording of the library that says how it should sound; null: none, or it was removed. */
export const sampleOf = async (db: MerchantDb, { sampleId }: Pick<FoundOrder, 'sampleId'>) => {
  const voice = sampleId === null ? undefined : await findVoice(db, sampleId);
  return voice === undefined ? null : { sound: voice.sound, text: voice.text, durationMs: durationOf(voice.bytes) };
};
export const shownSample = (sample: Awaited<ReturnType<typeof sampleOf>>) =>
  sample && { text: sample.text, durationMs: sample.durationMs };

/** What both sides see of an order beside its sentences. */
export const shownOrder = (row: FoundOrder) => ({
  ...{ id: row.id, state: row.state, price: row.price, deadline: row.deadline, isLate: row.isLate },
  ...{ sentences: row.sentences, handedIn: row.handedIn, accepted: row.accepted },
  ...{ sentBack: row.sentBack, changed: row.changed },
});
const ownOrder = (row: FoundOrder) => ({
  ...shownOrder(row),
  ...{ planId: row.planId, planName: row.planName, to: row.offeredAs, voice: row.voice },
});

export const orderOrRefuse = async (db: MerchantDb, id: string): Promise<FoundOrder> => {
  const order = await findOrder(db, id);
  if (order === undefined) throw refuse('notFound', { what: 'recordOrder' });
  return order;
};

const bindReading = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, recordOrderEndpoints.whom, async (_, { db, session }) => {
    const employers = await employersFor(unscopedDb, session.merchantId);
    const list = await Promise.all(
      employers.map(async ({ id, ...each }) => ({ ...each, people: await voicePeople(merchantDb(unscopedDb, id)) })),
    );
    return { list, available: (await balanceOf(db)).available };
  });
  bind(front, recordOrderEndpoints.sentences, async ({ planId, version }, { db }) => {
    const { parts } = await partsWanted(db, planId, version);
    const ordered = await keysOrdered(db, planId);
    return {
      list: parts.map(({ text, state, key }, n) => ({ number: n + 1, text, state, isOrdered: ordered.has(key) })),
    };
  });
  bind(front, recordOrderEndpoints.list, async ({ planId, state, ...input }, { db }) => {
    if (planId !== undefined && !(await planExists(db, planId))) throw refuse('notFound', { what: 'plan' });
    const filter = { planId, state };
    const [rows, total] = await Promise.all([listOrders(db, filter, pageOf(input)), countOrders(db, filter)]);
    return { list: rows.map(row => ({ ...ownOrder(row), at: row.createdAt.toISOString() })), total };
  });
  bind(front, recordOrderEndpoints.info, async ({ id }, { db, session, at }) => {
    const { merchantId, employeeId } = session;
    await inTransaction(unscopedDb, tx => settleChanged(tx, merchantId, id, { employeeId, at }));
    const row = await orderOrRefuse(db, id);
    const [sentences, sample] = await Promise.all([sentencesOf(db, id), sampleOf(db, row)]);
    return {
      ...ownOrder(row),
      ...{ tellsName: row.tellsName, notes: row.notes, held: row.held, paid: row.paid },
      sample: shownSample(sample),
      list: sentences.map(shownSentence),
    };
  });
  bind(front, recordOrderEndpoints.hear, async ({ id, number }, { db, session, at }) => {
    const sound = await soundOf(db, id, number);
    if (sound === null) throw refuse('notFound', { what: 'recording' });
    return { url: soundAddress(front, session.merchantId, sound, at) };
  });
};

/** Orders of recordings as the merchant has them who pays for them. */
export const bindOrders = (front: Front, unscopedDb: UnscopedDb): void => {
  bindReading(front, unscopedDb);
  bind(front, recordOrderEndpoints.order, async (input, context) => ({
    id: await orderRecordings(unscopedDb, input, context),
  }));
  bind(front, recordOrderEndpoints.accept, (input, context) => acceptSentences(unscopedDb, input, context));
  bind(front, recordOrderEndpoints.sendBack, (input, context) => sendSentenceBack(unscopedDb, input, context));
  bind(front, recordOrderEndpoints.cancel, ({ id }, context) => cancelOrder(unscopedDb, id, context));
};
