import type { Instant, LineHealthRules } from '@lianxian/core';
import type { Bus } from '../../platform/bus.ts';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import type { TopicSender } from '../../platform/push/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { startWorkLoop } from '../../platform/work-loop.ts';
import { type DialLine, LINES_CHANNEL, linesToDial, type OurPort } from '../lines/index.ts';
import { type AskedProbe, finishProbe, takeProbes } from './checks.store.ts';
import { probeForPerson } from './checks.ts';
import { type LineEnding, openEndings } from './endings.ts';
import { createHealthChecks, type HealthChecks } from './health-checks.ts';
import { openHealthRows } from './health-rows.ts';
import { createLeases } from './leases.ts';
import { createLineMonitor, type LineMonitor, type MonitoredLine } from './line-monitor.ts';
import type { LineReach } from './reach.ts';

/**
 * Looks after lines (docs/lines.md#health: by OPTIONS or registration; a dead line is not dialled and comes back by
 * itself). Every line that is switched on is leased by one node, which looks at it, keeps its registration up, hears how
 * calls over it end, and writes how it is; core's machine decides (core/line/health).
 *
 * Invariants: a line is looked after by at most one node under a valid fence; what is not changed is not written at once;
 * whoever watches lines and the tasks that wait for one are told after the commit, never before; a registration ends when
 * its line is removed or switched off, and no sooner.
 */
export interface LineCare {
  /** A call of ours over this line has ended and is filed. */
  readonly onEnded: (lineId: string, ending: LineEnding) => void;
  /** A call of ours over this line rings, or is answered. */
  readonly onAnswered: (lineId: string) => void;
  /** Lines that this node looks after now. */
  readonly lines: () => number;
  /** Lets all lines go; resolves when nothing is under way. */
  readonly close: () => Promise<void>;
}

export interface LineCareParts {
  readonly db: UnscopedDb;
  readonly bus: Bus;
  readonly push: TopicSender;
  readonly log: Log;
  readonly secrets: Secrets;
  /** This node's name. */
  readonly owner: string;
  readonly reach: LineReach;
  /** How we call ourselves where nobody told otherwise; our port was opened for the line by then. */
  readonly ours: (line: DialLine) => Promise<OurPort>;
  readonly clock: { readonly now: () => Instant; readonly toDate: (at: Instant) => Date };
  /** How a line of this merchant is has changed: monitors and tasks look again. */
  readonly onMoved: (merchantId: string) => void;
  readonly chance?: () => number;
  /** Tests are in a hurry. */
  readonly times?: Partial<Omit<LineHealthRules, 'callsPerSecond' | 'asksOptions'>> & {
    readonly pulseMs?: number;
    readonly probeLimitMs?: number;
    readonly endingsEveryMs?: number;
  };
}

const PULSE_MS = 250;
const LOOK_EVERY_MS = 1_000;
const RETRY_MS = 1_000;
const PROBES_FOR_PEOPLE = 10;
const LINES_TOPIC = 'lines';

export const openLineCare = (parts: LineCareParts): LineCare => {
  const { db, bus, log, owner, times = {}, onMoved } = parts;
  /** Lines whose settings are others by now; null: all of them may be. */
  let changed: Set<string> | null = new Set();

  const { monitor, healthChecks, rows, remove } = openMonitor(parts);
  const endings = openEndings({
    bus,
    log,
    everyMs: times.endingsEveryMs,
    tell: (lineId, ended) => {
      const monitored = monitor.find(lineId);
      if (monitored) monitor.feed(monitored, { type: 'callsEnded', ...ended });
      return monitored !== undefined;
    },
  });
  const leases = createLeases({ ...parts, monitor, remove, onMoved });

  const look = async (): Promise<number> => {
    const others = changed;
    changed = new Set();
    try {
      await leases.renew(others);
    } catch (error) {
      changed = null;
      throw error;
    }
    const isMore = await leases.take();
    for (const probe of await takeProbes(db, owner, PROBES_FOR_PEOPLE))
      void answer(parts, probe, monitor, healthChecks);
    return isMore ? 0 : LOOK_EVERY_MS;
  };
  const work = startWorkLoop(look, RETRY_MS, error => log.warn({ err: error }, 'lines could not be leased'));
  const listening = bus.listen(LINES_CHANNEL, lineId => {
    changed?.add(lineId);
    work.wake();
  });
  listening.catch(error => log.warn({ err: error }, 'changes of lines are not heard yet'));
  bus.onBack(() => {
    changed = null;
    work.wake();
  });
  const pulse = setInterval(healthChecks.pulse, times.pulseMs ?? PULSE_MS);
  work.wake();

  return {
    onEnded: endings.heard,
    onAnswered: endings.answered,
    lines: () => monitor.all().length,
    close: async () => {
      clearInterval(pulse);
      endings.close();
      work.stop();
      void listening.then(stop => stop()).catch(() => undefined);
      await work.idle();
      await Promise.all(monitor.all().map(monitored => monitored.checking));
      await rows.close();
      await leases.letGo().catch(error => log.warn({ err: error }, 'lines were not let go; their leases run out'));
    },
  };
};

/** The monitor with those who look and write: each needs the others. */
const openMonitor = (parts: LineCareParts) => {
  const { db, log, owner, clock, times = {}, onMoved } = parts;
  const remove = (monitored: MonitoredLine): void => {
    healthChecks.forget(monitored);
    monitor.remove(monitored);
  };
  const rows = openHealthRows({
    db,
    log,
    owner,
    toDate: clock.toDate,
    onSaved: ({ merchantId }) => onMoved(merchantId),
    onLost: remove,
  });
  const healthChecks: HealthChecks = createHealthChecks({
    ...parts,
    monitor: () => monitor,
    onChecked: rows.checked,
    chance: parts.chance ?? Math.random,
    probeLimitMs: times.probeLimitMs,
  });
  const monitor: LineMonitor = createLineMonitor({
    now: clock.now,
    times,
    onMoved: rows.moved,
    onOther: monitored => {
      healthChecks.forget(monitored);
      parts.reach.unbind(monitored);
    },
    onCheckWanted: monitored => void healthChecks.check(monitored),
  });
  return { monitor, healthChecks, rows, remove };
};

/** A check that a person asked for; what it finds moves the line as well. */
const answer = async (
  parts: LineCareParts,
  probe: AskedProbe,
  monitor: LineMonitor,
  healthChecks: HealthChecks,
): Promise<void> => {
  const { db, log, push, secrets, clock } = parts;
  try {
    const [line] = await linesToDial(db, [probe], secrets, () => undefined);
    const monitored = monitor.find(probe.lineId);
    const now = () => clock.toDate(clock.now());
    const asked = {
      ...parts,
      now,
      limitMs: parts.times?.probeLimitMs,
      ignoresOptions: monitored?.health.ignoresOptions ?? false,
    };
    const [findings] = await Promise.all([
      line ? probeForPerson(asked, line) : [],
      monitored && healthChecks.check(monitored),
    ]);
    await finishProbe(db, probe, findings);
    push.toTopic(probe.merchantId, LINES_TOPIC, { type: 'lineChecked', topic: LINES_TOPIC, id: probe.id });
  } catch (error) {
    log.warn({ err: error, check: probe.id }, 'a probe that somebody asked for failed');
  }
};
