import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { dropSound, keepSounds } from '../voices/index.ts';
import { offerFor, takeOffer, voicePerson } from './offers.store.ts';
import { findOrder, saveTake, saveTaker, soundOf } from './orders.store.ts';
import { ringOrder } from './ring.ts';
import { stepOrder } from './step.ts';

/** What a voice person does. Whoever is none has no order, and an order that was not offered to one does not exist. */
const noOrder = () => refuse('notFound', { what: 'recordOrder' });

/** The order as it was offered to this person. @throws notFound */
export const offered = async ({ db, session }: SignedInContext, id: string) => {
  const { employeeId } = session;
  const person = await voicePerson(db, employeeId);
  const offer = person && (await offerFor(db, employeeId, id));
  if (offer === undefined) throw noOrder();
  return { ...offer, person: person!, isMine: offer.takenBy === employeeId };
};

/** Of two at once the first one's; who has it already has it still. */
export const takeOrder = async (db: UnscopedDb, id: string, context: SignedInContext) => {
  const { merchantId, employeeId } = context.session;
  return await inTransaction(db, async tx => {
    const within = { ...context, db: merchantDb(tx, merchantId) };
    const { buyerId, person, isMine } = await offered(within, id);
    if (isMine) return (await findOrder(merchantDb(tx, buyerId), id))?.state ?? 'recording';
    const by = { employeeId, at: context.at };
    const { order, row } = await stepOrder(tx, { merchantId: buyerId, id }, { type: 'take' }, by);
    await saveTaker(merchantDb(tx, buyerId), id, employeeId, person.name);
    await takeOffer(within.db, id, employeeId);
    await recordAudit(within.db, { action: 'recordOrder.take', target: id, name: `#${id}` }, auditBy(context));
    const buyer = { merchantId: buyerId, people: [row.createdBy] };
    await ringOrder(tx, { order: id, what: 'taken', facts: { who: person.name } }, buyer);
    return order.state;
  });
};

interface Take {
  readonly id: string;
  readonly number: number;
  readonly made: Parameters<typeof keepSounds>[1][number];
}

/** The take of a sentence lies with the merchant; one that lay there before is gone. */
export const handIn = async (db: UnscopedDb, { id, number, made }: Take, context: SignedInContext) =>
  inTransaction(db, async tx => {
    const { merchantId, employeeId } = context.session;
    const within = { ...context, db: merchantDb(tx, merchantId) };
    const { buyerId, isMine } = await offered(within, id);
    if (!isMine) throw refuse('orderNotTaken');
    const by = { employeeId, at: context.at };
    const { order, row } = await stepOrder(tx, { merchantId: buyerId, id }, { type: 'handIn', number }, by);
    const buyer = merchantDb(tx, buyerId);
    const before = await soundOf(buyer, id, number);
    await keepSounds(buyer, [made], context.at);
    await saveTake(buyer, id, { number, sound: made.sound, at: context.at });
    if (before !== null && before !== made.sound) await dropSound(buyer, before);
    await ringOrder(tx, { order: id, what: 'handedIn' }, { merchantId: buyerId, people: [row.createdBy] });
    return order.state;
  });
