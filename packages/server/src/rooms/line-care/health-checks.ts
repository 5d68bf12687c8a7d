import { type Instant, nextMoment } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { createKeyedQueue } from '../../platform/keyed-queue.ts';
import type { Log } from '../../platform/log.ts';
import { boundLines } from './care.store.ts';
import { type HealthCheck, ofBinding, ofProbe, ofRegistration } from './health-check.policy.ts';
import type { LineMonitor, MonitoredLine } from './line-monitor.ts';
import { type LineReach, probeWithin } from './reach.ts';

/**
 * Looks at the lines whose moment has come: OPTIONS to a carrier, our registration with it, or the registrations of
 * gateways with us (one statement for all that are due). No more than twenty carriers are asked at once, and each gets its
 * limit, so that a thousand dead lines delay no living one by more than a turn.
 */
export interface HealthChecks {
  /** Begins the checks that are due. */
  readonly pulse: () => void;
  /** Checks now, whatever is due; a check that is under way will do. */
  readonly check: (monitored: MonitoredLine) => Promise<void>;
  /** Stops what was begun for a line: it is another's, gone, or of another address. */
  readonly forget: (monitored: MonitoredLine) => void;
}

interface HealthChecksParts {
  readonly db: UnscopedDb;
  readonly log: Log;
  readonly monitor: () => LineMonitor;
  readonly reach: LineReach;
  readonly clock: { readonly now: () => Instant; readonly toDate: (at: Instant) => Date };
  readonly onChecked: (monitored: MonitoredLine) => void;
  readonly chance: () => number;
  readonly probeLimitMs?: number | undefined;
}

const PROBES_AT_ONCE = 20;

export const createHealthChecks = (parts: HealthChecksParts): HealthChecks => {
  const { db, log, monitor, reach, clock, onChecked, chance } = parts;
  const queue = createKeyedQueue(PROBES_AT_ONCE);

  const tell = (monitored: MonitoredLine, found: HealthCheck | null): void => {
    if (found === null) return;
    monitor().feed(monitored, { ...found, chance: chance() });
    onChecked(monitored);
  };

  const probe = async (monitored: MonitoredLine): Promise<void> => {
    const { line } = monitored;
    const answer = await probeWithin(reach, line, parts.probeLimitMs);
    if (monitored.line !== line) return;
    monitored.checked = { at: clock.now(), code: answer?.code ?? null, roundTripMs: answer?.roundTripMs ?? null };
    tell(monitored, ofProbe(answer));
  };

  const hearRegistration = (monitored: MonitoredLine): void => {
    const state = monitored.registered;
    const at = clock.now();
    const isKept = state !== null && state.until !== null && state.until > at;
    monitored.registeredUntil = isKept && state.until !== null ? clock.toDate(state.until) : null;
    if (state !== null) monitored.checked = { at, code: state.code, roundTripMs: state.roundTripMs };
    tell(monitored, ofRegistration(state, at));
  };

  const begin = (monitored: MonitoredLine): void => {
    monitored.registration = reach.register(monitored.line, state => {
      monitored.registered = state;
      if (monitored.registration !== null) hearRegistration(monitored);
    });
  };
  /** The registration is kept up by the exchange; what is asked here is that it tries again now. */
  const register = (monitored: MonitoredLine): void => {
    const { registration, registered } = monitored;
    if (registration === null) begin(monitored);
    else if (registered?.is === 'failed' && registered.because !== 'credentialsRefused') registration.again();
    hearRegistration(monitored);
  };

  const receive = async (gateways: readonly MonitoredLine[]): Promise<void> => {
    const bound = await boundLines(db, gateways);
    for (const monitored of gateways) {
      const binding = bound.get(monitored.lineId);
      monitored.registeredUntil = binding?.until ?? null;
      monitored.checked = { at: clock.now(), code: null, roundTripMs: null };
      tell(monitored, ofBinding(binding !== undefined));
    }
  };

  const checkEach = async (lines: readonly MonitoredLine[]): Promise<void> => {
    const of = (access: MonitoredLine['line']['access']) => lines.filter(({ line }) => line.access === access);
    for (const monitored of of('register')) register(monitored);
    await Promise.all([
      receive(of('gateway')),
      ...of('address').map(monitored => queue(monitored.lineId, () => probe(monitored))),
    ]);
  };
  const checkAll = (lines: readonly MonitoredLine[]): Promise<void> => {
    const checking = checkEach(lines)
      .catch(error => log.warn({ err: error }, 'lines could not be looked at'))
      .finally(() => {
        for (const monitored of lines) monitored.checking = null;
      });
    for (const monitored of lines) monitored.checking = checking;
    return checking;
  };

  return {
    pulse: () => {
      const at = clock.now();
      const due = monitor()
        .all()
        .filter(({ health }) => nextMoment(health) <= at);
      for (const monitored of due) monitor().feed(monitored, { type: 'timePassed' });
      // Each on its own: the slowest of them holds up no other.
      const wanted = due.filter(({ health, checking }) => health.checkAt <= at && checking === null);
      for (const monitored of wanted.filter(({ line }) => line.access !== 'gateway')) void checkAll([monitored]);
      const gateways = wanted.filter(({ line }) => line.access === 'gateway');
      if (gateways.length > 0) void checkAll(gateways);
    },
    check: monitored => monitored.checking ?? checkAll([monitored]),
    forget: monitored => {
      void monitored.registration?.stop();
      monitored.registration = null;
      monitored.registered = null;
      monitored.registeredUntil = null;
      monitored.checked = null;
    },
  };
};
