import {
  type Instant,
  knownHealth,
  type LineHealth,
  type LineHealthEvent,
  type LineHealthRules,
  stepLineHealth,
  usualHealthRules,
} from '@lianxian/core';
import type { Registration, RegistrationState } from '@lianxian/telephony';
import type { DialLine } from '../lines/index.ts';
import type { LineLease, SavedHealth } from './care.store.ts';

/** The lines this node looks after, and how each is: the state of the room, and the one place where it changes. */
export interface Ward {
  readonly find: (lineId: string) => Patient | undefined;
  readonly all: () => readonly Patient[];
  /** Takes a line in, or on: with the new settings of one that is here, or the new lease. */
  readonly admit: (lease: LineLease, line: DialLine) => Patient;
  readonly discharge: (patient: Patient) => void;
  readonly feed: (patient: Patient, event: LineHealthEvent) => void;
  readonly rulesOf: (line: DialLine) => LineHealthRules;
}

export interface Patient {
  readonly lineId: string;
  readonly merchantId: string;
  line: DialLine;
  fence: number;
  health: LineHealth;
  /** The last answer to a look. */
  checked: { readonly at: Instant; readonly code: number | null; readonly roundTripMs: number | null } | null;
  /** A line that registers: its registration, and how that stands. */
  registration: Registration | null;
  registered: RegistrationState | null;
  /** Until when the carrier, or a gateway with us, is registered. */
  registeredUntil: Date | null;
  /** A look that is under way. */
  looking: Promise<void> | null;
}

export interface WardParts {
  readonly now: () => Instant;
  readonly times?: Partial<Omit<LineHealthRules, 'callsPerSecond' | 'asksOptions'>> | undefined;
  /** A line is another than it was, as others see it. */
  readonly onMoved: (patient: Patient) => void;
  /** It has another address or other credentials: what was begun with the old ones ends. */
  readonly onOther: (patient: Patient) => void;
  /** It is to be looked at out of turn. */
  readonly onLookWanted: (patient: Patient) => void;
}

/** A line of another address or other credentials is another line. */
const wayOf = ({ access, address, transport, tlsCheck, domain, credentials }: DialLine): string =>
  JSON.stringify([access, address, transport, tlsCheck, domain, credentials]);

const isShownAs = (one: LineHealth, other: LineHealth): boolean =>
  one.state === other.state &&
  one.because === other.because &&
  one.slowedTo === other.slowedTo &&
  one.ignoresOptions === other.ignoresOptions;

export const createWard = ({ now, times, onMoved, onOther, onLookWanted }: WardParts): Ward => {
  const patients = new Map<string, Patient>();
  const rulesOf = (line: DialLine): LineHealthRules => ({
    ...usualHealthRules,
    ...times,
    callsPerSecond: line.callsPerSecond,
    asksOptions: line.access === 'address',
  });

  const feed = (patient: Patient, event: LineHealthEvent): void => {
    if (patients.get(patient.lineId) !== patient) return;
    const before = patient.health;
    const step = stepLineHealth(before, event, now(), rulesOf(patient.line));
    if (step.kind !== 'moved') return;
    patient.health = step.state;
    if (!isShownAs(before, step.state)) onMoved(patient);
    if (step.effects.includes('look')) onLookWanted(patient);
  };

  const admit = (lease: LineLease, line: DialLine): Patient => {
    const known = patients.get(lease.lineId);
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
        // It registered with us or left, which a look in our own rows tells.
        known.health = { ...known.health, lookAt: now() };
      }
      return known;
    }
    const patient: Patient = {
      lineId: lease.lineId,
      merchantId: lease.merchantId,
      line,
      fence: lease.fence,
      health: knownHealth(lease, now(), rulesOf(line)),
      checked: null,
      registration: null,
      registered: null,
      registeredUntil: null,
      looking: null,
    };
    patients.set(lease.lineId, patient);
    return patient;
  };

  return {
    find: lineId => patients.get(lineId),
    all: () => [...patients.values()],
    admit,
    discharge: patient => void patients.delete(patient.lineId),
    feed,
    rulesOf,
  };
};

/** A patient's row. */
export const chartOf = (patient: Patient, toDate: (at: Instant) => Date): SavedHealth => ({
  merchantId: patient.merchantId,
  lineId: patient.lineId,
  fence: patient.fence,
  state: patient.health.state,
  because: patient.health.because,
  slowedTo: patient.health.slowedTo,
  ignoresOptions: patient.health.ignoresOptions,
  checkedAt: patient.checked && toDate(patient.checked.at),
  code: patient.checked?.code ?? null,
  roundTripMs: whole(patient.checked?.roundTripMs ?? null),
  registeredUntil: patient.registeredUntil,
});

const whole = (ms: number | null): number | null => ms && Math.round(ms);
