import type { callEndpoints, InputOf } from '@lianxian/contract';
import { holdOf } from '@lianxian/core';
import { inTransaction, lockPacing, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { CALLS_NEED_BYTES, roomOnDisk } from '../../platform/disk.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { reserve } from '../billing/index.ts';
import { blacklisted } from '../blacklist/index.ts';
import { countCallers, giveCallers } from '../caller-ids/index.ts';
import { DIALLER_CHANNEL, isNodeStopping, livingNodes } from '../dialler/index.ts';
import { lineToDial, paceLines } from '../lines/index.ts';
import { publishedPlan } from '../plans/index.ts';
import { callingRulesOf } from '../rules/index.ts';
import { trialPlan } from '../talks/index.ts';
import { judgeNumber, unknownVariable } from './calls.policy.ts';
import { insertCall, type NewCall, roomOnLine } from './place.store.ts';

export interface PlaceParts {
  readonly unscopedDb: UnscopedDb;
  readonly secrets: Secrets;
  readonly dataDir: string;
  /** Wakes the calls processes; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

/**
 * A test call by hand: a row and a wake-up; whichever calls process is free takes it (ARCHITECTURE.md#one-test-call). It
 * is exempt from hours and caps, never from emergency ranges, blacklist and balance (docs/calls.md#calls-by-hand), and it
 * shares channels and rate of its line with the tasks.
 */
export const placeCall = async (
  input: InputOf<typeof callEndpoints.place>,
  context: SignedInContext,
  parts: PlaceParts,
): Promise<string> => {
  const wish = await readWish(input, context, parts);
  if ((await livingNodes(parts.unscopedDb)).length === 0)
    throw refuse((await isNodeStopping(parts.unscopedDb)) ? 'callsStopping' : 'callsAway');
  if ((await roomOnDisk(parts.dataDir)) < CALLS_NEED_BYTES) throw refuse('diskFull');
  const id = await inTransaction(parts.unscopedDb, tx => place(tx, wish, context));
  await parts.wake(DIALLER_CHANNEL, id);
  return id;
};

/** A draft is called with by who may look at it; whoever places calls sees published plans alone. */
const planToCall = ({ planId, draft }: InputOf<typeof callEndpoints.place>, context: SignedInContext) => {
  const { db, session } = context;
  if (!draft) return publishedPlan(db, planId);
  if (!session.rights.has('plan')) throw refuse('noRight');
  return trialPlan(context, planId);
};

const readWish = async (
  input: InputOf<typeof callEndpoints.place>,
  context: SignedInContext,
  { secrets }: PlaceParts,
): Promise<Omit<NewCall, 'callerNumber'>> => {
  const { db, session } = context;
  const [plan, line] = await Promise.all([planToCall(input, context), lineToDial(db, input.lineId, secrets)]);
  if (plan === undefined) throw refuse('notFound', { what: 'plan' });
  if (line === null) throw refuse('notFound', { what: 'line' });
  if (!line.enabled) throw refuse('lineOff');
  const unknown = unknownVariable(plan.variables, input.variables);
  if (unknown !== null) throw refuse('badInput', { field: 'variables', fault: 'variable', limit: unknown });
  const judged = judgeNumber(input.phone, line);
  if ('refused' in judged) {
    if (judged.refused === 'notANumber') throw refuse('badInput', { field: 'phone', fault: 'phone' });
    throw refuse(judged.refused);
  }
  return {
    planId: plan.id,
    planVersion: plan.version,
    planName: plan.name,
    lineId: line.id,
    lineName: line.name,
    practice: line.practice,
    phone: judged.phone,
    variables: input.variables,
    placedBy: session.employeeId,
  };
};

/** Under the lock that all pacing of the merchant shares, so no limit is ever overshot. */
const place = async (
  tx: UnscopedDb,
  call: Omit<NewCall, 'callerNumber'>,
  context: SignedInContext,
): Promise<string> => {
  const { merchantId } = context.session;
  await lockPacing(tx, merchantId);
  if ((await blacklisted(tx, { merchantId }, [call.phone])).size > 0) throw refuse('numberBlacklisted');
  const rules = await callingRulesOf(tx, merchantId);
  const room = await roomOnLine(tx, merchantId, call.lineId);
  if (room === null) throw refuse('notFound', { what: 'line' });
  if (room.merchantLive >= rules.channels) throw refuse('tooManyCalls', { limit: rules.channels });
  if (room.live >= room.channels) throw refuse('lineFull', { limit: room.channels });
  // A cap protects the number, so a call by hand counts and holds to it as well.
  const given = await giveCallers(tx, merchantId, [{ lineId: call.lineId, own: '', phone: call.phone }]);
  const [callerNumber = null] = given.callers;
  if (callerNumber === null) throw refuse('callerNumbersUsed');
  const hold = holdOf(room.price);
  if (!(await reserve(tx, merchantId, hold))) throw refuse('balanceOut');
  const own = merchantDb(tx, merchantId);
  const { price, unitS } = room;
  const id = await insertCall(own, { ...call, callerNumber, price, unitS, hold });
  await countCallers(tx, merchantId, given);
  await paceLines(tx, merchantId, new Map([[call.lineId, 1]]));
  const after = { phone: call.phone, plan: call.planName, callerNumber };
  await recordAudit(own, { action: 'call.place', target: id, name: call.lineName, after }, auditBy(context));
  return id;
};
