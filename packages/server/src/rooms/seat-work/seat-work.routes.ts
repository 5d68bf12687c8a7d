import { customEndpoints, type InputOf, type OutputOf, seatLogEndpoints, seatWorkEndpoints } from '@lianxian/contract';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { knownBy } from '../customers/index.ts';
import { seesPhones, tellFiled } from '../records/index.ts';
import { guideOf } from '../research/index.ts';
import { findSeat, type NumberTokens, numberTokens, presenceOf, tellSeatCall } from '../seats/index.ts';
import { findTodo } from '../todos/index.ts';
import { act } from './act.ts';
import { customerIn } from './customer.policy.ts';
import { newestWith, planOfTodo } from './customer.store.ts';
import { numberOf } from './number.ts';
import { callToSee, lockServer, mayTake, type OwnCall, ownCall, seatsNamed, takeCall } from './own-call.store.ts';
import { callView, chatsOf, phoneView, questionView, type Sight } from './seat-work.view.ts';
import { keepDraft, uploadCallTask, uploadSurvey } from './submit.ts';
import { planSeen } from './told.store.ts';
import { wrapUp } from './wrap-up.ts';

interface SeatWorkParts {
  readonly unscopedDb: UnscopedDb;
  readonly secrets: Secrets;
  readonly push: PushSender;
  /** Wakes the calls processes and runners; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

const sightOf = (context: SignedInContext, tokens: NumberTokens): Sight => ({
  whole: seesPhones(context),
  tokenOf: phone => tokens.of(phone, context.session, context.at),
});

const seen = (call: OwnCall | undefined): OwnCall => {
  if (call === undefined) throw refuse('notFound', { what: 'call' });
  return call;
};

/** The one that is asked for, else that which the seat has, or wraps up. */
const callBefore = async (id: string | undefined, { db, session }: SignedInContext): Promise<OwnCall | undefined> => {
  const { employeeId } = session;
  if (id !== undefined) return seen(await ownCall(db, employeeId, id));
  const presence = await presenceOf(db, employeeId);
  return presence?.callId == null ? undefined : await ownCall(db, employeeId, presence.callId);
};

const call = async (
  id: string | undefined,
  context: SignedInContext,
  tokens: NumberTokens,
): Promise<OutputOf<typeof seatWorkEndpoints.call>> => {
  const found = await callBefore(id, context);
  if (found === undefined) return { call: null };
  const { db, session } = context;
  const [seat, known, names] = await Promise.all([
    findSeat(db, session.employeeId),
    knownBy(db, found.phone),
    seatsNamed(
      db,
      (found.live?.parties ?? []).flatMap(({ type, id: who }) => (type === 'seat' ? [who] : [])),
    ),
  ]);
  const sight = sightOf(context, tokens);
  return { call: callView(found, { me: session.employeeId, sight, names, known, mayPause: seat?.mayPause ?? false }) };
};

const guides = async (planId: string, { db }: SignedInContext): Promise<OutputOf<typeof seatWorkEndpoints.guides>> => {
  if (!(await planSeen(db, planId))) throw refuse('notFound', { what: 'plan' });
  return { questions: (await guideOf(db, planId)).map(questionView) };
};

const seatDetail = async (
  id: string,
  context: SignedInContext,
  tokens: NumberTokens,
): Promise<OutputOf<typeof seatLogEndpoints.seatDetail>> => {
  const found = seen(await callToSee(context.db, context.session.employeeId, id));
  const sight = sightOf(context, tokens);
  const { name, company, tags, cateType } = customerIn(found, await knownBy(context.db, found.phone));
  return {
    id,
    ...phoneView(found.phone, sight),
    userName: name,
    userCompany: company,
    phoneTag: tags.join(','),
    planId: found.planId,
    cateType,
    content: JSON.stringify({ chats: chatsOf(found, sight) }),
  };
};

/** Whose it is by now, by name; null: it may be taken. Who talks in it comes before who claimed it while it rang. */
const takenBy = async (tx: MerchantDb, server: Server, me: string): Promise<string | null> => {
  if (server === undefined) return null;
  const { seatId, name, stage, live } = server;
  const talking =
    stage === 'ended'
      ? []
      : (live?.parties ?? []).flatMap(({ type, id, place }) => (type === 'seat' && place !== 'ringing' ? [id] : []));
  if (talking.length > 0 && (seatId === null || !talking.includes(seatId))) {
    const [first = ''] = talking;
    return talking.includes(me) ? null : ((await seatsNamed(tx, [first])).get(first) ?? '');
  }
  return seatId === null ? null : (name ?? '');
};
type Server = Awaited<ReturnType<typeof lockServer>>;

/** Of two who take a call one gets it; who has it takes it again and nothing happens. */
const setSeatEmp = async (callId: string, context: SignedInContext, { unscopedDb, push }: SeatWorkParts) => {
  const { merchantId, employeeId } = context.session;
  if (!(await mayTake(context.db, employeeId, callId))) throw refuse('notFound', { what: 'call' });
  const isNew = await inTransaction(unscopedDb, async house => {
    const tx = merchantDb(house, merchantId, context.session);
    const server = await lockServer(tx, callId);
    if (server?.seatId === employeeId) return false;
    const taken = await takenBy(tx, server, employeeId);
    if (taken !== null) throw refuse('callTaken', { who: taken });
    await takeCall(house, { merchantId, callId, employeeId });
    await recordAudit(tx, { action: 'call.take', target: callId }, auditBy(context));
    return true;
  });
  if (!isNew) return;
  tellSeatCall(push, { merchantId, seat: employeeId, callId }, 'taken');
  tellFiled(push, merchantId, { id: callId, level: null, owner: null });
};

const todoSeen = async (id: string | undefined, { db }: SignedInContext) => {
  if (id === undefined) return null;
  const todo = await findTodo(db, id);
  if (todo === undefined) throw refuse('notFound', { what: 'todo' });
  return todo;
};

const nothing = { calleeName: '', variables: {}, tags: [], customerType: null };

const detailWithTask = async (
  { phone: dialled, todoId }: InputOf<typeof customEndpoints.detailWithTask>,
  context: SignedInContext,
  tokens: NumberTokens,
): Promise<OutputOf<typeof customEndpoints.detailWithTask>> => {
  const { db } = context;
  const todo = await todoSeen(todoId, context);
  if (todo === null && dialled === undefined) throw refuse('badInput', { field: 'phone', fault: 'missing' });
  const phone = todo?.phone ?? numberOf(dialled ?? '', context, tokens);
  const [newest, plan, library] = await Promise.all([
    newestWith(db, phone),
    todo && planOfTodo(db, todo),
    knownBy(db, phone),
  ]);
  const known = customerIn(newest ?? nothing, library);
  return {
    ...phoneView(phone, sightOf(context, tokens)),
    name: known.name || (todo?.name ?? ''),
    ...{ company: known.company, tags: [...known.tags], cateType: known.cateType },
    logId: newest?.id ?? null,
    todoView: todo && {
      ...{ id: todo.id, state: todo.state, dueAt: todo.dueAt.toISOString(), note: todo.note, callId: todo.callId },
      ...{ planId: plan?.id ?? null, planName: plan?.name ?? '' },
    },
  };
};

const callOut = async (
  logId: string,
  context: SignedInContext,
  tokens: NumberTokens,
): Promise<OutputOf<typeof customEndpoints.callOut>> => {
  const { phone, planId } = seen(await callToSee(context.db, context.session.employeeId, logId));
  return { msg: phoneView(phone, sightOf(context, tokens)).dial, planId };
};

/** What a seat does in its calls and after them. */
export const bindSeatWork = (front: Front, parts: SeatWorkParts): void => {
  const tokens = numberTokens(parts.secrets);
  const work = { ...parts, tokens };
  bind(front, seatWorkEndpoints.call, ({ id }, context) => call(id, context, tokens));
  bind(front, seatWorkEndpoints.act, (input, context) => act(input, context, work));
  bind(front, seatWorkEndpoints.guides, ({ planId }, context) => guides(planId, context));
  bind(front, seatWorkEndpoints.keepDraft, keepDraft);
  bind(front, seatWorkEndpoints.uploadSurvey, (input, context) => uploadSurvey(input, context, work));
  bind(front, seatWorkEndpoints.uploadCallTask, (input, context) => uploadCallTask(input, context, work));
  bind(front, seatWorkEndpoints.wrapUp, (input, context) => wrapUp(input, context, work));
  bind(front, seatLogEndpoints.seatDetail, ({ id }, context) => seatDetail(id, context, tokens));
  bind(front, seatLogEndpoints.setSeatEmp, async ({ id }, context) => {
    await setSeatEmp(id, context, parts);
    return {};
  });
  bind(front, customEndpoints.detailWithTask, (input, context) => detailWithTask(input, context, tokens));
  bind(front, customEndpoints.callOut, ({ logId }, context) => callOut(logId, context, tokens));
};
