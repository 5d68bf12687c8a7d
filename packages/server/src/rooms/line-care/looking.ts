import { type Instant, nextMoment } from '@lianxian/core';
import type { HouseDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import { createTurns } from '../../platform/turns.ts';
import { boundLines } from './care.store.ts';
import { type Looked, ofBinding, ofProbe, ofRegistration } from './looked.policy.ts';
import { type LineReach, probeWithin } from './reach.ts';
import type { Patient, Ward } from './ward.ts';

/**
 * Looks at the lines whose moment has come: OPTIONS to a carrier, our registration with it, or the registrations of
 * gateways with us (one statement for all that are due). No more than twenty carriers are asked at once, and each gets its
 * limit, so that a thousand dead lines delay no living one by more than a turn.
 */
export interface Looking {
  /** Begins the looks that are due. */
  readonly pulse: () => void;
  /** Looks now, whatever is due; a look that is under way will do. */
  readonly look: (patient: Patient) => Promise<void>;
  /** Stops what was begun for a line: it is another's, gone, or of another address. */
  readonly forget: (patient: Patient) => void;
}

export interface LookingParts {
  readonly db: HouseDb;
  readonly log: Log;
  readonly ward: () => Ward;
  readonly reach: LineReach;
  readonly clock: { readonly now: () => Instant; readonly toDate: (at: Instant) => Date };
  readonly onLooked: (patient: Patient) => void;
  readonly chance: () => number;
  readonly probeLimitMs?: number | undefined;
}

const PROBES_AT_ONCE = 20;

export const createLooking = (parts: LookingParts): Looking => {
  const { db, log, ward, reach, clock, onLooked, chance } = parts;
  const turns = createTurns(PROBES_AT_ONCE);

  const tell = (patient: Patient, looked: Looked | null): void => {
    if (looked === null) return;
    ward().feed(patient, { ...looked, chance: chance() });
    onLooked(patient);
  };

  const probe = async (patient: Patient): Promise<void> => {
    const { line } = patient;
    const answer = await probeWithin(reach, line, parts.probeLimitMs);
    if (patient.line !== line) return;
    patient.checked = { at: clock.now(), code: answer?.code ?? null, roundTripMs: answer?.roundTripMs ?? null };
    tell(patient, ofProbe(answer));
  };

  const hearRegistration = (patient: Patient): void => {
    const state = patient.registered;
    const at = clock.now();
    const isKept = state !== null && state.until !== null && state.until > at;
    patient.registeredUntil = isKept && state.until !== null ? clock.toDate(state.until) : null;
    if (state !== null) patient.checked = { at, code: state.code, roundTripMs: state.roundTripMs };
    tell(patient, ofRegistration(state, at));
  };

  const begin = (patient: Patient): void => {
    patient.registration = reach.register(patient.line, state => {
      patient.registered = state;
      if (patient.registration !== null) hearRegistration(patient);
    });
  };
  /** The registration is kept up by the exchange; what is asked here is that it tries again now. */
  const register = (patient: Patient): void => {
    const { registration, registered } = patient;
    if (registration === null) begin(patient);
    else if (registered?.is === 'failed' && registered.because !== 'credentialsRefused') registration.again();
    hearRegistration(patient);
  };

  const receive = async (gateways: readonly Patient[]): Promise<void> => {
    const bound = await boundLines(db, gateways);
    for (const patient of gateways) {
      const binding = bound.get(patient.lineId);
      patient.registeredUntil = binding?.until ?? null;
      patient.checked = { at: clock.now(), code: null, roundTripMs: null };
      tell(patient, ofBinding(binding !== undefined));
    }
  };

  const lookAt = async (patients: readonly Patient[]): Promise<void> => {
    const of = (access: Patient['line']['access']) => patients.filter(({ line }) => line.access === access);
    for (const patient of of('register')) register(patient);
    await Promise.all([
      receive(of('gateway')),
      ...of('address').map(patient => turns(patient.lineId, () => probe(patient))),
    ]);
  };
  const lookAll = (patients: readonly Patient[]): Promise<void> => {
    const looking = lookAt(patients)
      .catch(error => log.warn({ err: error }, 'lines could not be looked at'))
      .finally(() => {
        for (const patient of patients) patient.looking = null;
      });
    for (const patient of patients) patient.looking = looking;
    return looking;
  };

  return {
    pulse: () => {
      const at = clock.now();
      const due = ward()
        .all()
        .filter(({ health }) => nextMoment(health) <= at);
      for (const patient of due) ward().feed(patient, { type: 'timePassed' });
      // Each on its own: the slowest of them holds up no other.
      const wanted = due.filter(({ health, looking }) => health.lookAt <= at && looking === null);
      for (const patient of wanted.filter(({ line }) => line.access !== 'gateway')) void lookAll([patient]);
      const gateways = wanted.filter(({ line }) => line.access === 'gateway');
      if (gateways.length > 0) void lookAll(gateways);
    },
    look: patient => patient.looking ?? lookAll([patient]),
    forget: patient => {
      void patient.registration?.stop();
      patient.registration = null;
      patient.registered = null;
      patient.registeredUntil = null;
      patient.checked = null;
    },
  };
};
