import {
  type CompiledPlan,
  compilePlan,
  type HungUpBy,
  type Instant,
  instant,
  interrupted,
  notDialled,
  type Offer,
  type Plan,
  type Switchboard,
  type SwitchboardCommand,
  type SwitchboardSignal,
  type Verdict,
  verdictOf,
} from '@lianxian/core';
import { BoundedMap } from '@lianxian/core/kit';
import { calleeSeed, type Persona, type SimulatedTalk, simulateTalk } from '@lianxian/core/simulation';
import { noteWith } from '../media-worker/note-instants.ts';
import { createSimulatedPeople, type SimulatedPeople } from './simulated-people.ts';
import { spoken } from './spoken.ts';

/**
 * Core's switchboard over simulated callees: no sound, no network, the same machines. A whole talk is worked out in
 * virtual time when it is dialled and then told at its moments by whatever clock is given: the real one, or a virtual
 * one that makes a working day of a second.
 */
interface SimulatedSwitchboardOptions {
  readonly clock: SimulationClock;
  readonly seed: number;
  readonly personaOf: (phone: string) => Persona;
  readonly onSignal: (call: string, signal: SwitchboardSignal) => void;
  /** Asked right before a call leaves; a verdict says why it does not. */
  readonly lastCheck?: (call: string) => Promise<Verdict | null>;
  /** Somebody calls; without it nobody is taken. */
  readonly onOffer?: (offer: Offer) => void;
}

interface SimulationClock {
  readonly now: () => Instant;
  readonly at: (at: Instant, run: () => void) => void;
}

/** A simulated callee has no line to look up. */
type NoRoute = null;

/** Somebody who rings us. */
interface Caller {
  readonly from: string;
  onGivenUp: (() => void) | null;
}

type Ended = Extract<SwitchboardSignal, { type: 'ended' }>;

/** A call that is not over. */
interface Live {
  answered: boolean;
  over: boolean;
  readonly tell: (signal: SwitchboardSignal) => void;
  readonly end: (ended: Pick<Ended, 'at' | 'verdict' | 'by'>) => void;
  /** Those who take part beside the callee. */
  readonly people: SimulatedPeople;
  /** What is to happen so long after `start`, unless the call is over by then. */
  readonly laterFrom: (start: Instant) => Later;
}

type Later = (ms: number, run: (at: Instant) => void) => void;
type Dial = Extract<SwitchboardCommand<NoRoute>, { type: 'dial' }>;
type Answer = Extract<SwitchboardCommand<NoRoute>, { type: 'answer' }>;

/** Ringing as a carrier tells it, after the INVITE. */
const RINGS_AFTER_MS = 100;
/** Two rings: what will be said is there by then. */
const ANSWERS_AFTER_MS = 400;
/** What two people have to say, at most. */
const PEOPLE_TALK_MS = 120_000;
/** A farewell, from the order to take leave. */
const FAREWELL_MS = 2_000;
/** The answer to our own CANCEL (RFC 3261 §9.2). */
const CANCELLED = 487;
/** Numbers whose calls are counted; the oldest are forgotten, and are then called as for the first time. */
const COUNTED_NUMBERS = 20_000;

/** Simulated callees can call, too. */
interface SimulatedSwitchboard extends Switchboard<NoRoute> {
  /** Somebody calls: told to `onOffer`, and gives up when nobody answers for so long. */
  readonly ring: (from: string, called: string, patienceMs: number) => void;
  /** A seat that takes part hangs up, or its leg is lost. */
  readonly seat: (call: string, party: string, does: 'hangsUp' | 'isLost') => void;
}

export const createSimulatedSwitchboard = (options: SimulatedSwitchboardOptions): SimulatedSwitchboard => {
  const { clock } = options;
  const running = new Map<string, Live>();
  const callers = new Map<string, Caller>();
  const talkWith = createTalks(options);
  let offers = 0;

  const begin = (call: string): Live => {
    const live = liveOf(call, options, () => running.delete(call));
    running.set(call, live);
    return live;
  };

  const hangUp = (call: string, by: HungUpBy) => {
    const live = running.get(call);
    const seen = live?.answered ? verdictOf({ how: 'byUs', code: null }) : notDialled('cancelledByUser');
    live?.end({ at: clock.now(), verdict: spoken(seen, by), by });
  };

  const runOut = (call: string) => {
    const live = running.get(call);
    const verdict = spoken(verdictOf({ how: 'byUs', code: null }), 'robot');
    live?.laterFrom(clock.now())(FAREWELL_MS, at => live.end({ at, verdict, by: 'robot' }));
  };

  const fail = (call: string, because: string) =>
    running.get(call)?.end({ at: clock.now(), verdict: interrupted(because), by: 'platform' });

  const dial = (command: Dial) => {
    const live = begin(command.call);
    if (command.party) {
      callers.delete(command.party.offer);
      live.people.dials(command.party);
    }
    if (options.lastCheck === undefined) return leave(command, live);
    void options.lastCheck(command.call).then(verdict => {
      if (live.over) return;
      if (verdict === null) leave(command, live);
      else live.end({ at: clock.now(), verdict, by: 'nobody' });
    });
  };

  const leave = ({ phone, plan, variables, ringTimeoutMs, called }: Dial, live: Live) => {
    const start = clock.now();
    const later = live.laterFrom(start);
    if (called) live.people.calls(called);
    if (plan === null) return talkAmongPeople(live, later);
    const talk = talkWith(phone, plan, variables);
    if (!talk) return later(0, at => live.end({ at, verdict: interrupted('conversationDefect'), by: 'platform' }));
    later(0, at => live.tell({ type: 'dialled', at }));
    const { ringing, refusedWith, settledAt } = talk;
    if (ringing) later(RINGS_AFTER_MS, at => live.tell({ type: 'ringing', at, earlyMedia: ringing.earlyMedia }));
    const settledMs = RINGS_AFTER_MS + (settledAt ?? Number.POSITIVE_INFINITY);
    if (settledMs > ringTimeoutMs) {
      const verdict = verdictOf({ how: 'ringTimeout', code: CANCELLED });
      return later(ringTimeoutMs, at => live.end({ at, verdict, by: 'nobody' }));
    }
    if (refusedWith !== null) {
      const verdict = verdictOf({ how: 'refused', code: refusedWith });
      return later(settledMs, at => live.end({ at, verdict, by: 'nobody' }));
    }
    later(settledMs, at => pickUp(live, at));
    tellTalk(live, talk, later, start);
  };

  const ring = (from: string, called: string, patienceMs: number) => {
    if (options.onOffer === undefined) return;
    const offer = `offer-${++offers}`;
    const caller: Caller = { from, onGivenUp: null };
    callers.set(offer, caller);
    clock.at(instant(clock.now() + patienceMs), () => {
      callers.delete(offer);
      caller.onGivenUp?.();
    });
    const proven = { account: null, registration: null, isSecret: true, isEncrypted: false };
    options.onOffer({ offer, from, called: [called], source: '127.0.0.1', ...proven });
  };

  /** A caller waits from his first ringing on; the talk begins when we pick up. */
  const answer = ({ call, offer, plan, variables }: Answer) => {
    const live = begin(call);
    const caller = callers.get(offer);
    callers.delete(offer);
    const start = clock.now();
    const giveUp = () => {
      if (live.answered) return;
      const verdict = verdictOf({ how: 'cancelled', code: CANCELLED }, 'in');
      live.end({ at: clock.now(), verdict, by: 'callee' });
    };
    if (caller === undefined) return clock.at(start, giveUp);
    caller.onGivenUp = giveUp;
    const later = live.laterFrom(start);
    const talk = talkWith(caller.from, plan, variables);
    if (!talk) return later(0, at => live.end({ at, verdict: interrupted('conversationDefect'), by: 'platform' }));
    later(ANSWERS_AFTER_MS, at => pickUp(live, at));
    const pickedUp = instant(start + ANSWERS_AFTER_MS - RINGS_AFTER_MS - (talk.settledAt ?? 0));
    tellTalk(live, talk, (ms, run) => later(ms + pickedUp - start, run), pickedUp);
  };

  return {
    tell: command => {
      if (command.type === 'dial') dial(command);
      else if (command.type === 'answer') answer(command);
      else if (command.type === 'refuse') callers.delete(command.offer);
      else if (command.type === 'runOut') runOut(command.call);
      else if (command.type === 'fail') fail(command.call, command.because);
      else if (command.type === 'hangUp') hangUp(command.call, command.by);
      else running.get(command.call)?.people.order(command);
    },
    ring,
    seat: (call, party, does) => running.get(call)?.people[does](party),
  };
};

const liveOf = (call: string, { clock, onSignal }: SimulatedSwitchboardOptions, forget: () => void): Live => {
  const people = createSimulatedPeople({
    now: clock.now,
    later: (ms, run) => live.laterFrom(clock.now())(ms, run),
    tell: signal => onSignal(call, signal),
    leftAlone: by => live.end({ at: clock.now(), verdict: spoken(verdictOf({ how: 'byUs', code: null }), by), by }),
  });
  const live: Live = {
    people,
    answered: false,
    over: false,
    tell: signal => onSignal(call, signal),
    end: ended => {
      if (live.over) return;
      live.over = true;
      people.close(ended.by);
      forget();
      onSignal(call, { type: 'ended', ...ended, recording: null, media: null });
    },
    laterFrom: start => (ms, run) => {
      const at = instant(start + ms);
      clock.at(at, () => {
        if (!live.over) run(at);
      });
    },
  };
  return live;
};

const pickUp = (live: Live, at: Instant): void => {
  live.answered = true;
  live.tell({ type: 'answered', at, dialog: null });
  live.people.calleeAnswered(at);
};

/** Nobody's words are worked out: they talk for as long as anybody does, and the callee has had enough. */
const talkAmongPeople = (live: Live, later: Later): void => {
  later(0, at => live.tell({ type: 'dialled', at }));
  later(RINGS_AFTER_MS, at => live.tell({ type: 'ringing', at, earlyMedia: false }));
  later(ANSWERS_AFTER_MS, at => pickUp(live, at));
  later(ANSWERS_AFTER_MS + PEOPLE_TALK_MS, at =>
    live.end({ at, verdict: verdictOf({ how: 'byThem', code: null }), by: 'callee' }),
  );
};

/** Talks of the town by number: the same number called again is another talk. Null for a plan that cannot be talked. */
const createTalks = ({ seed, personaOf }: SimulatedSwitchboardOptions) => {
  const plans = new WeakMap<Plan, CompiledPlan | null>();
  const timesCalled = new BoundedMap<string, number>(COUNTED_NUMBERS);

  const compiled = (plan: Plan): CompiledPlan | null => {
    const known = plans.get(plan);
    if (known !== undefined) return known;
    const result = compilePlan(plan);
    plans.set(plan, result.ok ? result.compiled : null);
    return plans.get(plan) ?? null;
  };

  const calledBefore = (phone: string): number => {
    const times = timesCalled.get(phone) ?? 0;
    timesCalled.set(phone, times + 1);
    return times;
  };

  return (phone: string, plan: Plan | null, variables: Dial['variables']): SimulatedTalk | null => {
    const ready = plan && compiled(plan);
    if (ready === null) return null;
    const throws = calleeSeed(seed, phone, calledBefore(phone));
    return simulateTalk({ plan: ready, persona: personaOf(phone), seed: throws, variables });
  };
};

/** The talk's clock starts with the ringing. */
const tellTalk = (live: Live, talk: SimulatedTalk, later: Later, start: Instant): void => {
  const sinceDial = (at: Instant): number => RINGS_AFTER_MS + at;
  for (const note of talk.notes)
    later(sinceDial(note.at), () =>
      live.tell({ type: 'noted', note: noteWith(note, at => instant(start + sinceDial(at))) }),
    );
  const by = talk.summary?.endedBy === 'callee' ? 'callee' : 'robot';
  const verdict = verdictOf({ how: by === 'callee' ? 'byThem' : 'byUs', code: null });
  const lastAt = talk.notes.at(-1)?.at ?? talk.settledAt ?? instant(0);
  later(sinceDial(lastAt), at => live.end({ at, verdict, by }));
};
