import type { callEndpoints, InputOf } from '@lianxian/contract';
import { closedBecauses, holdOf, homeOf, isForGood, type NotNow, openMayCall } from '@lianxian/core';
import { FIRST, inTransaction, lockLine, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { CALLS_NEED_BYTES, roomOnDisk } from '../../platform/disk.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { momentIn } from '../../platform/local-time.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { reserve, useRatesOf } from '../billing/index.ts';
import { blacklisted } from '../blacklist/index.ts';
import { countCallers, giveCallers } from '../caller-ids/index.ts';
import { DIALLER_CHANNEL, isNodeStopping, livingNodes } from '../dialler/index.ts';
import { lineToDial, paceLines } from '../lines/index.ts';
import { publishedPlan } from '../plans/index.ts';
import { type CallingRules, callingRulesOf, countingOverMerchants, inForce, numberKeyWith } from '../rules/index.ts';
import { trialPlan } from '../talks/index.ts';
import { judgeNumber, unknownVariable } from './calls.policy.ts';
import { insertCall, type NewCall, numberNow, roomOnLine } from './place.store.ts';

export interface PlaceParts {
  readonly unscopedDb: UnscopedDb;
  readonly secrets: Secrets;
  readonly dataDir: string;
  /** Wakes the calls processes; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

/**
 * A test call by hand: a row and a wake-up; whichever calls process is free takes it (ARCHITECTURE.md#one-test-call). It
 * is exempt from hours and caps unless the merchant refuses it, never from emergency ranges, blacklist and balance (docs/calls.md#calls-by-hand), and it
 * shares channels and rate of its line with the tasks.
 */
export const placeCall = async (
  input: InputOf<typeof callEndpoints.place>,
  context: SignedInContext,
  parts: PlaceParts,
): Promise<Placed> => {
  const wish = await readWish(input, context, parts);
  if ((await livingNodes(parts.unscopedDb)).length === 0)
    throw refuse((await isNodeStopping(parts.unscopedDb)) ? 'callsStopping' : 'callsAway');
  if ((await roomOnDisk(parts.dataDir)) < CALLS_NEED_BYTES) throw refuse('diskFull');
  const placed = await inTransaction(parts.unscopedDb, tx => place(tx, wish, context, parts.secrets));
  await parts.wake(DIALLER_CHANNEL, placed.id);
  return placed;
};

/** `mayNot`: what the rules say against it, though it is placed. */
interface Placed {
  readonly id: string;
  readonly mayNot: NotNow['because'] | null;
}

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

/**
 * Hours and caps of a call by hand: refused where the merchant says so, or said; null: there is nothing to say. Under the pacing
 * lock, so that counts hold.
 */
const checkByHand = async (
  tx: UnscopedDb,
  rules: CallingRules,
  { merchantId, phone, practice }: Pick<NewCall, 'phone' | 'practice'> & { readonly merchantId: string },
): Promise<NotNow['because'] | null> => {
  const held = inForce(rules, null);
  const { byHand } = held.merchant.rules;
  if (practice || byHand === 'free') return null;
  const { zone, province, isWhite, calls, now } = await numberNow(tx, merchantId, phone);
  const home = homeOf(phone, province);
  // Over all merchants it counts, and is refused by none. Lists were asked before; whom a person calls by hand has his own reason to be called.
  const may = { list: null, isWhite, hasConsent: true, calls: { own: calls, all: null } };
  const number = { phone, lane: null, home, ...may };
  const mayNot = openMayCall(held, momentIn(zone, now))(number);
  if (mayNot === null || isForGood(mayNot)) return null;
  if (byHand === 'warn') return mayNot.because;
  const isClosed = closedBecauses.some(because => because === mayNot.because);
  throw refuse(isClosed ? 'byHandClosed' : 'byHandCapped');
};

/** Under the lock that all pacing of the merchant shares, so no limit is ever overshot. */
const place = async (
  tx: UnscopedDb,
  call: Omit<NewCall, 'callerNumber'>,
  context: SignedInContext,
  secrets: Secrets,
): Promise<Placed> => {
  const { merchantId } = context.session;
  await lockLine(tx, merchantId, call.lineId);
  if ((await blacklisted(tx, { merchantId }, [call.phone])).size > 0) throw refuse('numberBlacklisted');
  const rules = await callingRulesOf(tx, merchantId);
  const room = await roomOnLine(tx, merchantId, call.lineId);
  if (room === null) throw refuse('notFound', { what: 'line' });
  if (room.merchantLive >= rules.channels) throw refuse('tooManyCalls', { limit: rules.channels });
  if (room.live >= room.channels || room.left === 0) throw refuse('lineFull', { limit: room.channels });
  const mayNot = await checkByHand(tx, rules, { ...call, merchantId });
  // A cap protects the number, so a call by hand counts and holds to it as well.
  const given = await giveCallers(tx, merchantId, [{ lineId: call.lineId, own: '', phone: call.phone }]);
  const [callerNumber = null] = given.callers;
  if (callerNumber === null) throw refuse('callerNumbersUsed');
  const useRates = call.practice ? null : await useRatesOf(tx, merchantId);
  const hold = holdOf(room.price, useRates);
  if (!(await reserve(tx, merchantId, hold))) throw refuse('balanceOut');
  const own = merchantDb(tx, merchantId);
  const { price, unitS } = room;
  const id = await insertCall(own, { ...call, callerNumber, price, unitS, hold, useRates });
  await countCallers(tx, given);
  await paceLines(tx, merchantId, new Map([[call.lineId, 1]]));
  if (inForce(rules, null).platform.rules.overMerchants && !call.practice)
    await countingOverMerchants([numberKeyWith(secrets)(call.phone)])(FIRST).execute(tx);
  const after = { phone: call.phone, plan: call.planName, callerNumber };
  await recordAudit(own, { action: 'call.place', target: id, name: call.lineName, after }, auditBy(context));
  return { id, mayNot };
};
