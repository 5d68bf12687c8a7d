import type { InputOf, OutputOf, seatWorkEndpoints } from '@lianxian/contract';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { fillFromCall } from '../customer-fills/index.ts';
import { tellFiled } from '../records/index.ts';
import type { NumberTokens } from '../seats/index.ts';
import { numberOf } from './number.ts';
import { lockCall, type OwnCall, ownCallToFill } from './own-call.store.ts';
import { isWhole, readWire, type Survey, submittable, surveyOf } from './survey.ts';
import { becauseOf, callStateOf, isMoment, isTellable } from './told.policy.ts';
import { insertTold, instantOn, lineOf, lockTelling, newestCallWith, type ToldCall, taskThere } from './told.store.ts';
import { writeAnswers, writeDraft, writeTold } from './work.store.ts';

type Endpoints = typeof seatWorkEndpoints;

interface SubmitParts {
  readonly unscopedDb: UnscopedDb;
  readonly push: PushSender;
  readonly tokens: NumberTokens;
}

const ownOr404 = async (db: MerchantDb, me: string, id: string): Promise<OwnCall> => {
  const call = await ownCallToFill(db, me, id);
  if (call === undefined) throw refuse('notFound', { what: 'call' });
  return call;
};

export const keepDraft = async (
  { callId, answers, note }: InputOf<Endpoints['keepDraft']>,
  { db, session }: SignedInContext,
): Promise<Record<string, never>> => {
  const { employeeId } = session;
  await ownOr404(db, employeeId, callId);
  await writeDraft(db, { callId, employeeId }, { answers, note });
  return {};
};

interface Submission {
  readonly callId: string;
  readonly survey: Survey;
  readonly kind: number;
  readonly isFirst: boolean;
}

/** The call is held: whoever files its end in this moment finds the answers, or these find the record. */
const submit = async (
  house: UnscopedDb,
  { callId, survey, kind, isFirst }: Submission,
  context: SignedInContext,
): Promise<void> => {
  const { merchantId, employeeId } = context.session;
  const tx = merchantDb(house, merchantId, context.session);
  const answers = submittable(survey);
  await lockCall(tx, callId);
  await writeAnswers(house, { merchantId, callId, employeeId }, { planId: survey.planId, answers, kind });
  await fillFromCall(house, merchantId, callId);
  if (!isFirst) return;
  const after = { answers: answers.length };
  await recordAudit(tx, { action: 'call.guide', target: callId, after }, auditBy(context));
};

export const uploadSurvey = async (
  { id, jsonArray, type }: InputOf<Endpoints['uploadSurvey']>,
  context: SignedInContext,
  { unscopedDb, push }: SubmitParts,
): Promise<Record<string, never>> => {
  const { db, session } = context;
  const call = await ownOr404(db, session.employeeId, id);
  const survey = await surveyOf(db, call.planId, readWire(jsonArray));
  const isFirst = call.submittedAt === null;
  await inTransaction(unscopedDb, house => submit(house, { callId: id, survey, kind: type, isFirst }, context));
  tellFiled(push, session.merchantId, { id, level: null, owner: null });
  return {};
};

type Told = InputOf<Endpoints['uploadCallTask']>;

/** A record of a call that another telephone carried, once. */
const newTold = async (
  house: UnscopedDb,
  told: Told,
  { phone, startedAt }: Pick<ToldCall, 'phone' | 'startedAt'>,
  context: SignedInContext,
) => {
  const { merchantId, employeeId } = context.session;
  if (!isTellable(startedAt, context.at)) throw refuse('badInput', { field: 'calltime', fault: 'pastWeek' });
  const line = await lineOf(merchantDb(house, merchantId), told.lineId);
  if (line === undefined) throw refuse('notFound', { what: 'line' });
  const state = callStateOf(told.callState);
  const call: ToldCall = {
    ...{ merchantId, employeeId, phone, startedAt, state },
    direction: told.callType === 2 ? 'in' : 'out',
    lineId: line.id,
    lineName: line.name,
    talkMs: told.times * 1_000,
    because: becauseOf(state),
  };
  return await insertTold(house, call);
};

/** The call that is meant: by its id, else the seat's own to that number, else one that is told of for the first time. */
const toldCall = async (house: UnscopedDb, told: Told, phone: string, context: SignedInContext): Promise<string> => {
  const { merchantId, employeeId } = context.session;
  const db = merchantDb(house, merchantId);
  if (told.id !== undefined) return (await ownOr404(db, employeeId, told.id)).id;
  await lockTelling(house, employeeId);
  const startedAt = isMoment(told.calltime) ? await instantOn(house, merchantId, told.calltime) : null;
  const direction = told.callType === 2 ? 'in' : 'out';
  const known = await newestCallWith(db, employeeId, { phone, direction, startedAt });
  return known?.id ?? (await newTold(house, told, { phone, startedAt: startedAt ?? context.at }, context));
};

const checkThere = async (db: MerchantDb, { taskid, lineId }: Told): Promise<void> => {
  if (taskid !== undefined && !(await taskThere(db, taskid))) throw refuse('notFound', { what: 'task' });
  if (lineId !== undefined && (await lineOf(db, lineId)) === undefined) throw refuse('notFound', { what: 'line' });
};

/**
 * The seat's own word of its call. Figures and sound of a call that went through this house are its own; what is told beside
 * them is kept as it was said, and `voicepath` is never read as a path.
 */
export const uploadCallTask = async (
  told: Told,
  context: SignedInContext,
  { unscopedDb, push, tokens }: SubmitParts,
): Promise<OutputOf<Endpoints['uploadCallTask']>> => {
  const { db, session } = context;
  const phone = numberOf(told.phone, context, tokens);
  const wire = readWire(told.jsonArray);
  await checkThere(db, told);
  const callId = await inTransaction(unscopedDb, async house => {
    const tx = merchantDb(house, session.merchantId, session);
    const id = await toldCall(house, told, phone, context);
    const { phone: _, jsonArray: __, ...kept } = told;
    await writeTold(tx, { callId: id, employeeId: session.employeeId }, kept);
    if (wire.length === 0) return id;
    const call = await ownOr404(tx, session.employeeId, id);
    const survey = await surveyOf(tx, call.planId, wire);
    if (isWhole(survey)) {
      const isFirst = call.submittedAt === null;
      await submit(house, { callId: id, survey, kind: told.callType, isFirst }, context);
    } else {
      const draft = { answers: survey.answers, note: call.note ?? '' };
      await writeDraft(tx, { callId: id, employeeId: session.employeeId }, draft);
    }
    return id;
  });
  tellFiled(push, session.merchantId, { id: callId, level: null, owner: null });
  return { id: callId };
};
