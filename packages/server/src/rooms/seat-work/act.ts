import { calleeBecauseText, type InputOf, type OutputOf, type seatWorkEndpoints } from '@lianxian/contract';
import type { NotNow } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { checkByHand, judgeNumber } from '../calls/index.ts';
import {
  findSeat,
  groupThere,
  insertOrder,
  type NumberTokens,
  SEAT_ORDERS_CHANNEL,
  type SeatTarget,
} from '../seats/index.ts';
import { numberOf } from './number.ts';
import { type OwnCall, ownCall } from './own-call.store.ts';

type Wish = InputOf<typeof seatWorkEndpoints.act>;

interface ActParts {
  readonly unscopedDb: UnscopedDb;
  readonly tokens: NumberTokens;
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

/** Without one a transfer or a conference is with who was consulted. */
const needsTarget: readonly Wish['act'][] = ['consult'];
const missing = (field: string) => refuse('badInput', { field, fault: 'missing' });

/** Whom it names, where they are. */
const targetOf = async (
  to: NonNullable<Wish['to']>,
  context: SignedInContext,
  tokens: NumberTokens,
): Promise<SeatTarget> => {
  if (to.type === 'outside') {
    if (to.phone === undefined) throw missing('to');
    // Whoever may not call a number has none rung into a call either.
    if (!context.session.buttons.has('call_out')) throw refuse('noRight');
    return { type: 'outside', phone: numberOf(to.phone, context, tokens) };
  }
  if (to.id === undefined) throw missing('to');
  const { type, id } = to;
  if (type === 'seat' && !(await findSeat(context.db, id))?.enabled) throw refuse('notFound', { what: 'seat' });
  if (type === 'group' && !(await groupThere(context.db, id))) throw refuse('notFound', { what: 'seatGroup' });
  return { type, id };
};

/** Pausing hides what is said from whoever listens later: a seat is given it. */
const checkMay = async (wish: Wish, { db, session }: SignedInContext): Promise<void> => {
  if (wish.act !== 'pause' && wish.act !== 'record') return;
  if (!(await findSeat(db, session.employeeId))?.mayPause) throw refuse('noRight');
};

const isIn = ({ seatId, live }: OwnCall, me: string): boolean =>
  seatId === me || (live?.parties.some(({ type, id }) => type === 'seat' && id === me) ?? false);

/** Who has a number rung into a call dials by hand. Answers what the rules say against it, though it is rung; or refuses. */
const checkOutside = async (
  unscopedDb: UnscopedDb,
  { practice }: OwnCall,
  to: SeatTarget | null,
  merchantId: string,
): Promise<NotNow['because'] | null> => {
  if (to?.type !== 'outside') return null;
  // Over which line it goes the node knows: what that does not carry is not rung.
  const judged = judgeNumber(to.phone, { practice, abroad: 'plus' });
  if ('phone' in judged) return await checkByHand(unscopedDb, { merchantId, practice, phone: judged.phone });
  if (judged.refused === 'notANumber') throw refuse('badInput', { field: 'to', fault: 'phone' });
  throw refuse(judged.refused);
};

/** A wish for the node that has the call; only of who takes part in it. */
export const act = async (
  wish: Wish,
  context: SignedInContext,
  { unscopedDb, tokens, wake }: ActParts,
): Promise<OutputOf<typeof seatWorkEndpoints.act>> => {
  const { db, session } = context;
  const { employeeId } = session;
  const call = await ownCall(db, employeeId, wish.callId);
  if (call === undefined || !isIn(call, employeeId)) throw refuse('notFound', { what: 'call' });
  if (call.stage === 'ended' || call.node === null) throw refuse('callOver');
  await checkMay(wish, context);
  if (needsTarget.includes(wish.act) && wish.to === undefined) throw missing('to');
  if (wish.act === 'keys' && wish.keys === undefined) throw missing('keys');
  if (wish.act === 'drop' && wish.party === undefined) throw missing('party');
  const to = wish.to === undefined ? null : await targetOf(wish.to, context, tokens);
  const mayNot = await checkOutside(unscopedDb, call, to, session.merchantId);
  const order = { type: 'act', act: wish.act, to, party: wish.party ?? null, keys: wish.keys ?? '' } as const;
  await insertOrder(db, { employeeId, callId: call.id, node: call.node, order });
  await wake(SEAT_ORDERS_CHANNEL, call.node);
  return { warning: mayNot && calleeBecauseText(mayNot, context.locale) };
};
