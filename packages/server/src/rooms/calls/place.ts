import type { callEndpoints, InputOf } from '@lianxian/contract';
import type { NotNow } from '@lianxian/core';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { CALLS_NEED_BYTES, roomOnDisk } from '../../platform/disk.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { DIALLER_CHANNEL, isNodeStopping, livingNodes } from '../dialler/index.ts';
import { lineToDial } from '../lines/index.ts';
import { publishedPlan } from '../plans/index.ts';
import { trialPlan } from '../talks/index.ts';
import { admitByHand } from './admit.ts';
import { judgeNumber, unknownVariable } from './calls.policy.ts';
import { insertCall, type NewCall } from './place.store.ts';

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

const place = async (
  tx: UnscopedDb,
  call: Omit<NewCall, 'callerNumber'>,
  context: SignedInContext,
  secrets: Secrets,
): Promise<Placed> => {
  const { merchantId } = context.session;
  const own = merchantDb(tx, merchantId);
  const { id, mayNot, callerNumber } = await admitByHand(tx, { ...call, merchantId }, secrets, admitted =>
    insertCall(own, { ...call, ...admitted }),
  );
  const after = { phone: call.phone, plan: call.planName, callerNumber };
  await recordAudit(own, { action: 'call.place', target: id, name: call.lineName, after }, auditBy(context));
  return { id, mayNot };
};
