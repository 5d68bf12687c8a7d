import { stored } from '@lianxian/contract';
import { type CalleeEvent, costOf, decisionOf, isLineFault, readYuan, stepAttempt } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { carryOut } from '../after-call/index.ts';
import { chargeUses, release, reopenCharge, settleCharge } from '../billing/index.ts';
import { blacklistCallee } from '../blacklist/index.ts';
import { giveUseBack } from '../caller-ids/index.ts';
import { withdrawByCall } from '../consents/index.ts';
import { fillFromCall } from '../customer-fills/index.ts';
import { byRetries, decisionCodes } from '../decisions/index.ts';
import type { Ending, FiledCall, WithinFiling } from '../dialler/index.ts';
import { lineCarried, lineRefused } from '../lines/index.ts';
import { chargePlan } from '../market-money/index.ts';
import { type NumberKey, uncountOverMerchants } from '../rules/index.ts';
import { countVariant } from '../variants/index.ts';
import { callBackSaid, type Promisable, raiseCallBack, settlePromises } from './call-back.ts';
import {
  type AttemptKey,
  countMinute,
  countSettled,
  isRefusedAlone,
  lockCallee,
  saveCallee,
  saveCost,
  takeBack,
} from './settle.store.ts';

/**
 * What the end of a call changes beside its record, in the same transaction
 * (docs/tasks.md#what-the-end-of-a-call-changes): its number is settled or comes again, its task's counts follow, the
 * wish not to be called is kept for ever, the rules after a call act, what was answered fills its customer, the money is settled.
 *
 * The order of locks, which everybody who changes several of these keeps to, so that nobody waits in a circle (proved in
 * test/locks.slice.test.ts): pacing lock of the merchant → task → call that ends → its customer → number → `task_count` → to-do → `task_variant` → `task_minute` →
 * blacklist → consent → balance → sums of the ledger → numbers of the line → pace of the line → how the line is → room of the nodes, which all merchants share and is held
 * for one commit (decision 29). A new call is nobody's to wait for. One statement locks many calls, in whatever order it
 * finds them: the emergency stop, which begins again when it must (tasks/control.ts). What is held more for talks (paying.store.ts) waits
 * for no call: those that are locked are skipped.
 */
export const settlingsWith = (numberKey: NumberKey): readonly WithinFiling[] => [
  (tx, ending, call) => settleAttempt(tx, ending, call),
  (tx, ending, call) => raiseCallBack(tx, ending, call),
  (tx, ending, call) => obeyWish(tx, ending, call),
  (tx, { merchantId, call, facts = null }, { replaced }) => carryOut(tx, { merchantId, call, facts, replaced }),
  async (tx, { merchantId, call, transcript }) => {
    if (transcript?.answers.length) await fillFromCall(tx, merchantId, call);
  },
  (tx, ending, call) => charge(tx, ending, call),
  (tx, ending, call) => giveBack(tx, ending, numberKey(call.phone)),
  (tx, ending, call) => tellLine(tx, ending, call),
];

/** The number of a task that was called; nothing for a call by hand. */
const settleAttempt = async (tx: UnscopedDb, ending: Ending, call: FiledCall): Promise<void> => {
  const { taskId, calleeId, attempt } = call;
  if (taskId === null || calleeId === null || attempt === null) return;
  const key: AttemptKey = { merchantId: ending.merchantId, taskId, calleeId, attempt };
  if (call.replaced !== null) await takeBack(tx, key, ending.call, call.replaced);
  const found = await lockCallee(tx, key);
  if (found !== null) {
    const said = await callBackSaid(tx, ending, key);
    const isAlone = await isAloneNow(tx, ending, call.lineId, found.refusedBefore);
    const event = eventOf(ending, { isAlone, minute: found.minute }, said);
    const step = stepAttempt(found.callee, event, found.rules);
    if (step.kind === 'impossible') throw new Error(step.because);
    if (step.kind === 'moved') {
      const { kind, because } = decisionOf(event.type, ending.verdict, step.state);
      await saveCallee(tx, key, step.state, {
        phone: call.phone,
        call: ending.call,
        decided: byRetries(decisionCodes(kind, because), found.retriesVersion),
      });
      const isReached = ending.verdict.state === 'answered' && (found.callee.tried.answered ?? 0) === 0;
      await countSettled(tx, key, step.state.state, isReached);
      const isMade = event.type === 'ended' && ending.verdict.state !== 'cancelled';
      await settlePromises(tx, ending, call, { key, was: found.callee, is: step.state, isMade, said });
      if (call.variant !== null)
        await countVariant(tx, key, {
          variant: call.variant,
          isFirst: found.callee.lastState === null && step.state.lastState !== null,
          talk: talkOf(ending),
        });
    }
  }
  const { state } = ending.verdict;
  await countMinute(tx, key, { at: ending.endedAt, state, level: ending.level, talkMs: ending.talkMs });
};

/** The line refuses this number, and carries others. */
const isAloneNow = async (
  tx: UnscopedDb,
  { merchantId, verdict }: Ending,
  lineId: string,
  refusedBefore: string | null,
): Promise<boolean> =>
  isLineFault(verdict.state) &&
  refusedBefore !== null &&
  (await isRefusedAlone(tx, { merchantId, call: refusedBefore, lineId }));

/** What the goal of a comparison looks at. */
const talkOf = ({ verdict, level, talkMs, transcript }: Ending) => ({
  state: verdict.state,
  level,
  talkMs,
  nodes: transcript?.path.map(({ name }) => name) ?? [],
});

/** Endings of calls that nobody should have dialled by then: it says nothing of the number. */
const heldBecauses: ReadonlySet<string> = new Set([
  'withdrawn',
  'placedTooLongAgo',
  'shutDown',
  // The next tick says the same of the number, and puts it aside for it.
  'blacklistedNow',
  'noConsentNow',
  'numberForbidden',
  'outsideHoursNow',
  'cappedNow',
  'merchantOff',
  'lineRemoved',
  'lineOff',
  'lineHoursNow',
  'databaseAway',
]);

const eventOf = (
  { verdict, level, hungUpBy, mayHaveRung }: Ending,
  { isAlone, minute }: { readonly isAlone: boolean; readonly minute: number },
  said: Promisable | null,
): CalleeEvent => {
  const callBackIn = said?.because === '' ? said.inMinutes : null;
  const ended: CalleeEvent = { type: 'ended', verdict, level, hungUpBy, isAlone, minute, callBackIn };
  if (mayHaveRung || verdict.because === 'cancelledByUser') return ended;
  // Only before an INVITE has left: a line that could not be reached is an outcome like any other.
  if (verdict.state === 'cancelled' || verdict.state === 'interrupted')
    return { type: 'notDialled', held: heldBecauses.has(verdict.because) };
  return ended;
};

/**
 * Whoever asks not to be called again is called by no task and no person of the merchant, and has withdrawn what was
 * consented to (docs/safety.md#the-wish-not-to-be-called).
 */
const obeyWish = async (tx: UnscopedDb, ending: Ending, { phone }: FiledCall): Promise<void> => {
  if (!ending.wantsNoMoreCalls) return;
  const { merchantId, call } = ending;
  await blacklistCallee(tx, { merchantId, phone, call, reason: stored(['askedInCall']) });
  await withdrawByCall(tx, { merchantId, phone, call });
};

/** What the talk and its use cost; what was held beyond that is free again. */
const charge = async (tx: UnscopedDb, ending: Ending, call: FiledCall): Promise<void> => {
  const { merchantId, talkMs, handedMs = 0 } = ending;
  const talk = await chargeTalk(tx, ending, call);
  const rated = { merchantId, call: ending.call, rates: call.useRates };
  const uses = await chargeUses(tx, { ...rated, uses: ending.uses ?? [] });
  const use = uses + (await chargePlan(tx, { ...rated, planId: call.planId, talkMs: talkMs - handedMs }));
  if (talk === null && use === 0) return;
  const cost = (talk ?? 0) + use;
  if (cost > 0 || call.replaced !== null) await saveCost(tx, merchantId, ending.call, cost);
};

/** Null: no money was held for the talk. */
const chargeTalk = async (tx: UnscopedDb, ending: Ending, call: FiledCall): Promise<number | null> => {
  const reserved = readYuan(call.reserved) ?? 0;
  if (reserved === 0) return null;
  const own = readYuan(call.pricePerMinute) ?? 0;
  const second = readYuan(call.secondLegPrice ?? '0') ?? 0;
  if (own + second === 0) {
    // All of it was for use; what replaces a record finds it free already.
    if (call.replaced === null) await release(tx, ending.merchantId, reserved);
    return null;
  }
  // Each leg by the unit of its line, as a carrier counts it.
  const legMs = ending.outsideMs ?? [ending.handedMs ?? 0];
  const costAt = (price: number, ms = 0) => costOf({ price, unitS: call.billUnitS }, ms);
  const cost = costAt(own, ending.talkMs) + legMs.reduce((sum, ms) => sum + costAt(second, ms), 0);

  const key = { merchantId: ending.merchantId, call: ending.call, reserved };
  const replaces = call.replaced !== null;
  const held = replaces ? await reopenCharge(tx, key) : reserved;
  return await settleCharge(tx, { ...key, reserved: held, cost, replaces });
};

/** A call that never left is none of its number's calls of the day. */
const giveBack = async (
  tx: UnscopedDb,
  { merchantId, call, mayHaveRung, verdict }: Ending,
  key: string,
): Promise<void> => {
  if (mayHaveRung) return;
  await giveUseBack(tx, merchantId, call);
  if (verdict.state === 'cancelled') await uncountOverMerchants(tx, key, call);
};

/** What is told neither for nor against a line: we ended it ourselves. */
const untold: ReadonlySet<string> = new Set(['cancelled', 'interrupted', 'abandoned']);

/** A line that refuses everybody rests; one that carries a call is as good as ever (docs/lines.md#health). */
const tellLine = async (tx: UnscopedDb, ending: Ending, call: FiledCall): Promise<void> => {
  const { state } = ending.verdict;
  if (call.direction !== 'out' || untold.has(state)) return;
  const key = { merchantId: ending.merchantId, lineId: call.lineId };
  await (isLineFault(state) ? lineRefused(tx, key) : lineCarried(tx, key));
};
