import {
  type Instant,
  knownHealth,
  type LineHealth,
  type LineHealthEvent,
  type LineHealthRules,
  signallingOf,
  stepLineHealth,
  usualHealthRules,
} from '@lianxian/core';
import type { Registration, RegistrationState } from '@lianxian/telephony';
import type { DialLine } from '../lines/index.ts';
import type { LineLease, SavedHealth } from './care.store.ts';

/** The lines this node looks after, and how each is: the state of the room, and the one place where it changes. */
export interface LineMonitor {
  readonly find: (lineId: string) => MonitoredLine | undefined;
  readonly all: () => readonly MonitoredLine[];
  /** Takes a line in, or on: with the new settings of one that is here, or the new lease. */
  readonly add: (lease: LineLease, line: DialLine) => MonitoredLine;
  readonly remove: (monitored: MonitoredLine) => void;
  readonly feed: (monitored: MonitoredLine, event: LineHealthEvent) => void;
  readonly rulesOf: (line: DialLine) => LineHealthRules;
}

export interface MonitoredLine {
  readonly lineId: string;
  readonly merchantId: string;
  line: DialLine;
  fence: number;
  health: LineHealth;
  /** The last answer to a check. */
  checked: { readonly at: Instant; readonly code: number | null; readonly roundTripMs: number | null } | null;
  /** A line that registers: its registration, and how that stands. */
  registration: Registration | null;
  registered: RegistrationState | null;
  /** Until when the carrier, or a gateway with us, is registered. */
  registeredUntil: Date | null;
  /** A check that is under way. */
  checking: Promise<void> | null;
}

interface LineMonitorParts {
  readonly now: () => Instant;
  readonly times?: Partial<Omit<LineHealthRules, 'callsPerSecond' | 'asksOptions'>> | undefined;
  /** A line is another than it was, as others see it. */
  readonly onMoved: (monitored: MonitoredLine) => void;
  /** It has another address or other credentials: what was begun with the old ones ends. */
  readonly onOther: (monitored: MonitoredLine) => void;
  /** It is to be looked at out of turn. */
  readonly onCheckWanted: (monitored: MonitoredLine) => void;
}

/** A line of another address or other credentials is another line. */
const wayOf = (line: DialLine): string =>
  JSON.stringify([line.access, line.address, signallingOf(line), line.credentials]);

const isShownAs = (one: LineHealth, other: LineHealth): boolean =>
  one.state === other.state &&
  one.because === other.because &&
  one.slowedTo === other.slowedTo &&
  one.ignoresOptions === other.ignoresOptions;

export const createLineMonitor = ({ now, times, onMoved, onOther, onCheckWanted }: LineMonitorParts): LineMonitor => {
  const lines = new Map<string, MonitoredLine>();
  const rulesOf = (line: DialLine): LineHealthRules => ({
    ...usualHealthRules,
    ...times,
    callsPerSecond: line.callsPerSecond,
    asksOptions: line.access === 'address',
  });

  const feed = (monitored: MonitoredLine, event: LineHealthEvent): void => {
    if (lines.get(monitored.lineId) !== monitored) return;
    const before = monitored.health;
    const step = stepLineHealth(before, event, now(), rulesOf(monitored.line));
    if (step.kind !== 'moved') return;
    monitored.health = step.state;
    if (!isShownAs(before, step.state)) onMoved(monitored);
    if (step.effects.includes('check')) onCheckWanted(monitored);
  };

  const add = (lease: LineLease, line: DialLine): MonitoredLine => {
    const known = lines.get(lease.lineId);
    if (known) {
      // The same password typed anew forgets how it was asked for: what still remembers ends.
      const isForgotten = known.line.hadQop && !line.hadQop;
      const isOther = isForgotten || wayOf(known.line) !== wayOf(line);
      known.line = line;
      known.fence = lease.fence;
      if (isOther) {
        onOther(known);
        feed(known, { type: 'changed' });
      } else if (line.access === 'gateway') {
        // It registered with us or left, which a check in our own rows tells.
        known.health = { ...known.health, checkAt: now() };
      }
      return known;
    }
    const monitored: MonitoredLine = {
      lineId: lease.lineId,
      merchantId: lease.merchantId,
      line,
      fence: lease.fence,
      health: knownHealth(lease, now(), rulesOf(line)),
      checked: null,
      registration: null,
      registered: null,
      registeredUntil: null,
      checking: null,
    };
    lines.set(lease.lineId, monitored);
    return monitored;
  };

  return {
    find: lineId => lines.get(lineId),
    all: () => [...lines.values()],
    add,
    remove: monitored => void lines.delete(monitored.lineId),
    feed,
    rulesOf,
  };
};

/** The row of a monitored line. */
export const rowOf = (monitored: MonitoredLine, toDate: (at: Instant) => Date): SavedHealth => ({
  merchantId: monitored.merchantId,
  lineId: monitored.lineId,
  fence: monitored.fence,
  state: monitored.health.state,
  because: monitored.health.because,
  slowedTo: monitored.health.slowedTo,
  ignoresOptions: monitored.health.ignoresOptions,
  checkedAt: monitored.checked && toDate(monitored.checked.at),
  code: monitored.checked?.code ?? null,
  roundTripMs: whole(monitored.checked?.roundTripMs ?? null),
  registeredUntil: monitored.registeredUntil,
});

const whole = (ms: number | null): number | null => ms && Math.round(ms);
