import {
  type CallsOfNumber,
  homeOf,
  isAbroad,
  isWithin,
  type MayNot,
  type Moment,
  neverCalled,
  notDialled,
  openMayCall,
  type Verdict,
} from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { momentIn } from '../../platform/local-time.ts';
import type { Log } from '../../platform/log.ts';
import type { Clock } from '../../platform/time.ts';
import { callsOverMerchants, inForce, type NumberKey } from '../rules/index.ts';
import { type Standing, standingsOf } from './last-check.store.ts';

/**
 * Asked right before an INVITE leaves. Between the tick that placed a call and that moment lie the wait for a node, the claim,
 * and the making of what will be said: up to a minute, in which a window closes, somebody stops the task, switches the line
 * off, or the number is put on the blacklist (docs/safety.md#the-wish-not-to-be-called). Null: it may leave. Else it ends
 * undialled, and its number is dealt with by the next tick. Without an answer nothing leaves: a call that was not made
 * can be made later.
 */
type LastCheck = (call: string) => Promise<Verdict | null>;

/** Calls that ask within so long are asked for together. */
const TOGETHER_MS = 5;
const LIMIT_MS = 5_000;

interface LastCheckParts {
  readonly db: UnscopedDb;
  /** This node: what it no longer holds it does not dial. */
  readonly owner: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly numberKey: NumberKey;
}

export const openLastCheck = ({ db, owner, clock, log, numberKey }: LastCheckParts): LastCheck => {
  let waiting = new Map<string, (verdict: Verdict | null) => void>();

  const ask = async (): Promise<void> => {
    const asked = waiting;
    waiting = new Map();
    const limit = setTimeout(() => {
      for (const answer of asked.values()) answer(notDialled('databaseAway'));
    }, LIMIT_MS);
    try {
      const standings = new Map((await standingsOf(db, owner, [...asked.keys()])).map(found => [found.call, found]));
      const overMerchants = await countOverMerchants(db, [...standings.values()], numberKey);
      for (const [call, answer] of asked) {
        const standing = standings.get(call);
        const all = overMerchants.get(call) ?? null;
        const because =
          standing === undefined ? 'withdrawn' : whyNot(standing, momentIn(standing.zone, clock.now()), all);
        answer(because === null ? null : notDialled(because));
      }
    } catch (error) {
      log.warn({ err: error }, 'calls were not asked for again, and not dialled');
      for (const answer of asked.values()) answer(notDialled('databaseAway'));
    } finally {
      clearTimeout(limit);
    }
  };

  return call =>
    new Promise(resolve => {
      if (waiting.size === 0) setTimeout(() => void ask(), TOGETHER_MS);
      waiting.set(call, resolve);
    });
};

/** Other calls of anybody to the numbers of tasks, where the platform caps those; by call. */
const countOverMerchants = async (
  db: UnscopedDb,
  standings: readonly Standing[],
  numberKey: NumberKey,
): Promise<ReadonlyMap<string, CallsOfNumber>> => {
  const counted = standings.filter(({ task, practice }) => task?.rules.platform?.rules.overMerchants && !practice);
  const found = new Map<string, CallsOfNumber>();
  for (const [zone, of] of Map.groupBy(counted, standing => standing.zone)) {
    const asked = of.map(({ call, phone }) => ({ key: numberKey(phone), except: call }));
    const calls = await callsOverMerchants(db, asked, zone);
    for (const [index, { call }] of of.entries()) found.set(call, calls[index]!);
  }
  return found;
};

/** A key of the verdict's sentences; null where it may leave. `all`: what is counted over all merchants. */
const whyNot = (standing: Standing, moment: Moment, all: CallsOfNumber | null): string | null => {
  const { task, line, phone, isHungUp, list, isActive } = standing;
  if (!isActive) return 'merchantOff';
  if (isHungUp) return task === null ? 'cancelledByUser' : 'withdrawn';
  if (standing.isWithin) return null;
  const never = neverCalled({ phone, lane: task?.lane ?? null, list });
  if (never !== null) return sentences[never.because];
  if (line.removed) return 'lineRemoved';
  if (!line.enabled) return 'lineOff';
  if (isAbroad(phone) && line.abroad === 'none') return 'numberForbidden';
  // No hours bind a call by hand, neither its merchant's nor its line's.
  if (task === null) return null;
  if (task.removed || task.state !== 'running' || !task.listed) return 'withdrawn';
  if (line.windows !== null && !isWithin(line.windows, moment.local)) return 'lineHoursNow';
  const { lane, calls, province } = task;
  const mayCall = openMayCall(inForce(task.rules, task.own), moment);
  const home = homeOf(phone, province);
  const { isWhite, hasConsent } = standing;
  const mayNot = mayCall({ phone, lane, list: null, home, isWhite, hasConsent, calls: { own: calls, all } });
  return mayNot && sentences[mayNot.because];
};

/** What the record of a call says that a rule kept from leaving. */
const sentences: Readonly<Record<MayNot['because'], string>> = {
  forbidden: 'numberForbidden',
  undialable: 'withdrawn',
  blacklisted: 'blacklistedNow',
  taskListed: 'blacklistedNow',
  sharedListed: 'blacklistedNow',
  noConsent: 'noConsentNow',
  hours: 'outsideHoursNow',
  holiday: 'outsideHoursNow',
  yearUnknown: 'outsideHoursNow',
  cappedMonth: 'cappedNow',
  cappedWeek: 'cappedNow',
  cappedDay: 'cappedNow',
  tooSoon: 'cappedNow',
  cappedElsewhere: 'cappedNow',
};
