import type { Guard, MediaFacts } from '@lianxian/core';
import type { Exchange, IncomingLeg, LegSignal } from '@lianxian/telephony';
import type { HeardPlace } from '../media-worker/company.ts';
import type { LegListener } from './held-leg.ts';
import type { PartyWay } from './ways.ts';
import type { MediaWorkers } from './workers.ts';

/**
 * One leg of somebody who takes part beside the callee, at the exchange and in the worker of the call.
 *
 *   rung, or calling ──answered──▶ announced, awaited ──joined──▶ there ──over──▶ closing ──closed──▶ gone
 *
 * Invariants: `over` is told once, with why; `gone` once, after it, with what its worker saw, within `CLOSE_LIMIT_MS`.
 */
export interface PersonLeg {
  /** Its name at exchange and worker. */
  readonly name: string;
  /** What the exchange tells of it. */
  readonly hear: (signal: LegSignal) => void;
  /**
   * Ends it from our side: BYE, CANCEL, or the refusal of its own INVITE. Nothing happens to one that is over.
   * `elsewhere`: another has answered, which one that rings is told.
   */
  readonly end: (refusal?: LegRefusal, elsewhere?: boolean) => void;
  /** It is answered, where it called us. */
  readonly pickUp: () => void;
}

/** What the INVITE of a person is refused with. */
export interface LegRefusal {
  readonly code: number;
  /** A key, for the page: `X-Because`. */
  readonly because: string;
}

/** How a leg of somebody ended. `lost`: by no wish of anybody. */
export type PersonEnd =
  | { readonly why: 'byUs' | 'byThem' }
  | { readonly why: 'lost'; readonly because: string }
  /** Before it was answered; null: our side had no media for it. */
  | { readonly why: 'notTaken'; readonly ending: LegEnding | null };

type LegEnding = Extract<LegSignal, { type: 'ended' }>['ending'];

interface PersonLegHears {
  readonly signal: (signal: Exclude<LegSignal, { type: 'ended' }>) => void;
  /** It is heard, and hears, at its place. */
  readonly joined: () => void;
  readonly over: (end: PersonEnd) => void;
  readonly gone: (media: MediaFacts | null) => void;
}

export interface PersonLegParts {
  readonly exchange: Pick<Exchange, 'dial' | 'hangUp'>;
  readonly workers: Pick<MediaWorkers, 'prepare' | 'join' | 'close'>;
  /** Of the call. */
  readonly guard: Guard;
  /** The callee's leg. */
  readonly main: string;
}

/** Who it is, and how it comes in. */
export interface PersonWants {
  readonly name: string;
  readonly party: string;
  readonly isSeat: boolean;
  readonly by:
    | { readonly type: 'rung'; readonly way: PartyWay; readonly ringTimeoutMs: number; readonly announcement: string }
    /** Its own INVITE: `dials` the call and hears it ring, or comes back into it. */
    | { readonly type: 'calls'; readonly incoming: IncomingLeg; readonly dials: boolean };
  /** Where it is to stand, asked when it is answered. */
  readonly place: () => HeardPlace;
  /** The leg whose place it takes, asked when it is answered. */
  readonly replaces: () => string | null;
}

/** A seat that was answered and sends nothing has no sound: it hears nobody either. */
const NO_SOUND_MS = 5_000;
/** A worker closes in milliseconds. */
const CLOSE_LIMIT_MS = 2_000;
const EARLY = 183;
const LOST: readonly string[] = ['silent', 'transportError'];
const NOT_TAKEN: LegRefusal = { code: 480, because: 'callOver' };

export const openPersonLeg = (parts: PersonLegParts, wants: PersonWants, hears: PersonLegHears): PersonLeg => {
  const { exchange, workers, guard, main } = parts;
  const { name, party, isSeat, by } = wants;
  let life: 'begun' | 'answered' | 'joined' | 'over' | 'gone' = 'begun';
  let isAtExchange = true;
  let limit: NodeJS.Timeout | undefined;

  const gone = (media: MediaFacts | null): void => {
    if (life === 'gone') return;
    life = 'gone';
    clearTimeout(limit);
    hears.gone(media);
  };

  const over = (end: PersonEnd): void => {
    if (life === 'over' || life === 'gone') return;
    life = 'over';
    clearTimeout(limit);
    limit = setTimeout(guard(gone), CLOSE_LIMIT_MS, null);
    if (by.type === 'rung') by.way.giveBack?.();
    hears.over(end);
    workers.close(name);
  };

  const hangUp = (how?: 'silent' | 'elsewhere'): void => {
    if (!isAtExchange) return;
    isAtExchange = false;
    exchange.hangUp(name, how);
  };

  const lost = (because: string): void => {
    const wasThere = life === 'joined' || life === 'answered';
    hangUp('silent');
    over(wasThere ? { why: 'lost', because } : { why: 'notTaken', ending: null });
  };

  const joined = (): void => {
    if (life !== 'answered') return;
    clearTimeout(limit);
    life = 'joined';
    hears.joined();
  };

  const answered = () => {
    life = 'answered';
    // Who dialled stands there since it rang.
    if (by.type === 'calls' && by.dials) return joined();
    const announcement = by.type === 'rung' ? by.announcement : '';
    workers.join(name, { announcement, place: wants.place(), awaitsSound: isSeat, replaces: wants.replaces() });
    if (!isSeat) return;
    limit = setTimeout(
      guard(() => {
        hangUp();
        over({ why: 'lost', because: 'noSound' });
      }),
      NO_SOUND_MS,
    );
  };

  const hear = (signal: LegSignal): void => {
    if (signal.type !== 'ended') {
      if (life === 'over' || life === 'gone') return;
      hears.signal(signal);
      if (signal.type === 'answered') answered();
      return;
    }
    isAtExchange = false;
    const { how } = signal.ending;
    if (life === 'begun') over({ why: 'notTaken', ending: signal.ending });
    // The node that holds its telephone says that it was lost, not that it hung up.
    else if (how === 'byThem' && LOST.includes(signal.ending.reason))
      over({ why: 'lost', because: signal.ending.reason });
    else if (how === 'byThem' || how === 'byUs') over({ why: how });
    else over({ why: 'lost', because: how });
  };

  const listener: LegListener = {
    joined: guard(joined),
    failed: () => lost('mediaFailed'),
    vanished: () => lost('silent'),
    closed: media => gone(media),
    lost: () => {
      lost('workerDied');
      gone(null);
    },
  };

  void workers.prepare(name, {
    main,
    person: { party, isSeat, dials: by.type === 'calls' && by.dials },
    guard,
    hears: listener,
  });

  return {
    name,
    hear: guard(hear),
    pickUp: () => {
      if (by.type === 'calls') by.incoming.answer();
    },
    end: (refusal = NOT_TAKEN, elsewhere = false) => {
      if (life === 'over' || life === 'gone') return;
      if (by.type === 'calls' && life === 'begun') {
        isAtExchange = false;
        by.incoming.refuse(refusal.code, undefined, undefined, [{ name: 'X-Because', value: refusal.because }]);
      } else hangUp(elsewhere ? 'elsewhere' : undefined);
      over({ why: 'byUs' });
    },
  };
};

/** Its INVITE leaves. */
export const ringPerson = (
  exchange: PersonLegParts['exchange'],
  leg: string,
  { way, ringTimeoutMs }: Extract<PersonWants['by'], { type: 'rung' }>,
  hear: (signal: LegSignal) => void,
): void => {
  const { trunk, to, from, displayName, headers } = way;
  const also = { ...(displayName !== undefined && { displayName }), ...(headers !== undefined && { headers }) };
  exchange.dial({ leg, trunk, to, from, ringTimeoutMs, ...also }, hear);
};

/** The answer to who dials, while the callee is rung: sound from now on, and which call it is. */
export const letHearRinging = (incoming: IncomingLeg, call: string, warning?: string): void =>
  incoming.progress(EARLY, true, [
    { name: 'X-Log-Id', value: call },
    ...(warning === undefined ? [] : [{ name: 'X-Warning', value: warning }]),
  ]);
