import { followUpEndpoints, type InputOf, limits, type OutputOf } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { TopicSender } from '../../platform/push/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { CALLS_TOPIC } from '../records/index.ts';
import {
  countWaiting,
  followedOf,
  letGo,
  letGoBeyond,
  listWaiting,
  lockCall,
  lockNext,
  lockPerson,
  nameOf,
  ownNote,
  personOf,
  setFollowed,
  setTaken,
  type Taker,
  writeNote,
} from './follow-ups.store.ts';
import { personView } from './follow-ups.view.ts';

/** Whom one has before one is nobody else's for so long; the page renews it while somebody works there. */
const TAKEN_MS = 180_000;

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');
const takerOf = ({ session, at }: SignedInContext, window = ''): Taker => ({ by: session.employeeId, window, at });

const totalOf = async (
  db: MerchantDb,
  taskId: string | undefined,
): Promise<OutputOf<typeof followUpEndpoints.count>> => {
  const total = await countWaiting(db, { taskId }, limits.lastRow);
  return { total, ...(total > limits.lastRow && { more: true }) };
};

const list = async (
  { page, limit, after, taskId }: InputOf<typeof followUpEndpoints.list>,
  context: SignedInContext,
): Promise<OutputOf<typeof followUpEndpoints.list>> => {
  const { db } = context;
  const offset = after === undefined ? pageOf({ page, limit }).offset : 0;
  const [rows, total] = await Promise.all([listWaiting(db, { taskId, after }, { limit, offset }), totalOf(db, taskId)]);
  const shown = rows.slice(0, limit);
  return {
    list: shown.map(row => personView(row, takerOf(context), seesPhones(context))),
    ...total,
    after: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
};

type Held = Awaited<ReturnType<typeof lockPerson>>;
/** Refuses whom somebody else has before them. */
const notAnothers = async (tx: MerchantDb, held: Held, { by, at }: Pick<Taker, 'by' | 'at'>): Promise<void> => {
  if (held === undefined || held.takenBy === null || held.takenBy === by) return;
  if (held.takenUntil !== null && held.takenUntil > at)
    throw refuse('followTaken', { who: await nameOf(tx, held.takenBy) });
};

/** Another window of the taker's shows the person, and is not to lose them to this one. */
const isHeldElsewhere = ({ takenBy, takenIn, takenUntil }: NonNullable<Held>, { by, window, at }: Taker): boolean =>
  takenBy === by && takenIn !== window && takenUntil !== null && takenUntil > at;

/** The person asked for, who may be finished already, or the next; undefined: there is none. */
const found = async (
  tx: MerchantDb,
  { id, taskId, after }: InputOf<typeof followUpEndpoints.take>,
  taker: Taker,
): Promise<string | undefined> => {
  if (id === undefined) return await lockNext(tx, taker, { taskId, after });
  const held = await lockPerson(tx, id);
  if (held === undefined) return undefined;
  await notAnothers(tx, held, taker);
  if (isHeldElsewhere(held, taker)) throw refuse('followTakenHere');
  return held.waits || held.takenBy === taker.by ? id : undefined;
};

const takeOne = async (
  input: InputOf<typeof followUpEndpoints.take>,
  context: SignedInContext,
): Promise<OutputOf<typeof followUpEndpoints.take> & { readonly changed: readonly string[] }> => {
  const taker = takerOf(context, input.window);
  const { row, changed } = await context.db.transaction(async tx => {
    const id = await found(tx, input, taker);
    const before = id === undefined ? undefined : await personOf(tx, id);
    const isRenewed = before?.takenBy === taker.by && before.takenIn === taker.window;
    const left = await letGo(tx, taker, id ?? null);
    if (id === undefined) return { row: undefined, changed: left };
    await setTaken(tx, id, taker, new Date(taker.at.getTime() + TAKEN_MS));
    const beyond = await letGoBeyond(tx, taker);
    return { row: await personOf(tx, id), changed: [...left, ...beyond, ...(isRenewed ? [] : [id])] };
  });
  return { person: row === undefined ? null : personView(row, taker, seesPhones(context)), changed };
};

const done = async (
  { id, done }: InputOf<typeof followUpEndpoints.done>,
  context: SignedInContext,
): Promise<OutputOf<typeof followUpEndpoints.done>> =>
  await context.db.transaction(async tx => {
    const taker = takerOf(context);
    const call = await lockCall(tx, id);
    if (call === undefined) throw refuse('notFound', { what: 'callRecord' });
    if (call.state !== 'answered') throw refuse('notAnswered');
    await notAnothers(tx, await lockPerson(tx, id), taker);
    if (await setFollowed(tx, id, taker.by, done))
      await recordAudit(tx, { action: done ? 'call.followed' : 'call.notFollowed', target: id }, auditBy(context));
    const row = await followedOf(tx, id);
    return { followed: row === undefined ? null : { by: row.name, at: row.followedAt.toISOString() } };
  });

const note = async (
  { id, text, was }: InputOf<typeof followUpEndpoints.note>,
  { db, session }: SignedInContext,
): Promise<OutputOf<typeof followUpEndpoints.note>> =>
  await db.transaction(async tx => {
    const by = session.employeeId;
    if ((await lockCall(tx, id)) === undefined) throw refuse('notFound', { what: 'callRecord' });
    const now = await writeNote(tx, { callId: id, by }, text, was);
    if (now === null) return { note: null };
    return { note: { by: await nameOf(tx, by), mine: true, text: now.text, at: now.writtenAt.toISOString() } };
  });

/** One's own note of a call in place of the one before, whatever that was; empty takes it away. */
export const keepNote = async (tx: MerchantDb, callId: string, by: string, text: string): Promise<void> => {
  if ((await lockCall(tx, callId)) === undefined) throw refuse('notFound', { what: 'callRecord' });
  await writeNote(tx, { callId, by }, text, await ownNote(tx, callId, by));
};

export const bindFollowUps = (front: Front, push: TopicSender): void => {
  /** What is new of a call is told where calls are: lists read anew. */
  const tell = ({ db: { merchantId } }: SignedInContext, ids: readonly string[]): void => {
    for (const id of ids) push.toTopic(merchantId, CALLS_TOPIC, { type: 'callFiled', topic: CALLS_TOPIC, id });
  };
  bind(front, followUpEndpoints.list, list);
  bind(front, followUpEndpoints.count, ({ taskId }, { db }) => totalOf(db, taskId));
  bind(front, followUpEndpoints.take, async (input, context) => {
    const { person, changed } = await takeOne(input, context);
    tell(context, changed);
    return { person };
  });
  bind(front, followUpEndpoints.leave, async ({ window }, context) => {
    tell(context, await letGo(context.db, takerOf(context, window), null));
    return {};
  });
  bind(front, followUpEndpoints.done, async (input, context) => {
    const answer = await done(input, context);
    tell(context, [input.id]);
    return answer;
  });
  bind(front, followUpEndpoints.note, note);
};
