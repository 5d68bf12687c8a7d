import { capped, isOpen, isWithin, type LocalMinute, notDialled, type Verdict } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { localTime } from '../../platform/local-time.ts';
import type { Log } from '../../platform/log.ts';
import type { Clock } from '../../platform/time.ts';
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
}

export const openLastCheck = ({ db, owner, clock, log }: LastCheckParts): LastCheck => {
  let waiting = new Map<string, (verdict: Verdict | null) => void>();

  const ask = async (): Promise<void> => {
    const asked = waiting;
    waiting = new Map();
    const limit = setTimeout(() => {
      for (const answer of asked.values()) answer(notDialled('databaseAway'));
    }, LIMIT_MS);
    try {
      const standings = new Map((await standingsOf(db, owner, [...asked.keys()])).map(found => [found.call, found]));
      for (const [call, answer] of asked) {
        const standing = standings.get(call);
        const because = standing === undefined ? 'withdrawn' : whyNot(standing, localTime(clock.now(), standing.zone));
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

/** A key of the verdict's sentences; null where it may leave. */
const whyNot = (standing: Standing, local: LocalMinute): string | null => {
  const { task, line, practice, isHungUp, list, isActive } = standing;
  if (!isActive) return 'merchantOff';
  if (isHungUp) return task === null ? 'cancelledByUser' : 'withdrawn';
  if (list !== null) return 'blacklistedNow';
  if (line.removed) return 'lineRemoved';
  if (!line.enabled) return 'lineOff';
  // No hours bind a call by hand, neither its merchant's nor its line's.
  if (task === null) return null;
  if (task.removed || task.state !== 'running' || !task.listed) return 'withdrawn';
  if (line.windows !== null && !isWithin(line.windows, local)) return 'lineHoursNow';
  if (!isOpen(task.windows, task.rules.legal, local, task.lane)) return 'outsideHoursNow';
  if (practice) return null;
  if (!standing.hasConsent) return 'noConsentNow';
  if (standing.isWhite) return null;
  return capped({ today: task.day, week: task.week }, task.rules, local) === null ? null : 'cappedNow';
};
