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
import { calleeSeed, type Persona, type SimulatedTalk, simulateTalk } from '@lianxian/core/simulation';
import { noteWith } from '../media-worker/note-instants.ts';
import { spoken } from './spoken.ts';

/**
 * Core's switchboard over simulated callees: no sound, no network, the same machines. A whole talk is worked out in
 * virtual time when it is dialled and then told at its moments by whatever clock is given: the real one, or a virtual
 * one that makes a working day of a second.
 */
export interface SimulatedSwitchboardOptions {
  readonly clock: SimulationClock;
  readonly seed: number;
  readonly personaOf: (phone: string) => Persona;
  readonly onSignal: (call: string, signal: SwitchboardSignal) => void;
  /** Asked right before a call leaves; a verdict says why it does not. */
  readonly lastLook?: (call: string) => Promise<Verdict | null>;
  /** Somebody calls; without it nobody is taken. */
  readonly onOffer?: (offer: Offer) => void;
}

export interface SimulationClock {
  readonly now: () => Instant;
  readonly at: (at: Instant, run: () => void) => void;
}

/** A simulated callee has no line to look up. */
export type NoRoute = null;

/** Somebody who rings us. */
interface Caller {
  readonly from: string;
  onGivenUp: (() => void) | null;
}

interface Running {
  answered: boolean;
  over: boolean;
}

type Later = (ms: number, run: (at: Instant) => void) => void;
type Dial = Extract<SwitchboardCommand<NoRoute>, { type: 'dial' }>;
type Answer = Extract<SwitchboardCommand<NoRoute>, { type: 'answer' }>;

/** Ringing as a carrier tells it, after the INVITE. */
const RINGS_AFTER_MS = 100;
/** Two rings: what will be said is there by then. */
const ANSWERS_AFTER_MS = 400;
/** The answer to our own CANCEL (RFC 3261 §9.2). */
const CANCELLED = 487;
/** Numbers whose calls are counted; the oldest are forgotten, and are then called as for the first time. */
const COUNTED_NUMBERS = 20_000;

/** Simulated callees can call, too. */
export interface SimulatedSwitchboard extends Switchboard<NoRoute> {
  /** Somebody calls: told to `onOffer`, and gives up when nobody answers for so long. */
  readonly ring: (from: string, called: string, patienceMs: number) => void;
}

export const createSimulatedSwitchboard = (options: SimulatedSwitchboardOptions): SimulatedSwitchboard => {
  const { clock, onSignal } = options;
  const running = new Map<string, Running>();
  const plans = new WeakMap<Plan, CompiledPlan | null>();
  const timesCalled = new Map<string, number>();
  const callers = new Map<string, Caller>();
  let offers = 0;

  const compiled = (plan: Plan): CompiledPlan | null => {
    const known = plans.get(plan);
    if (known !== undefined) return known;
    const result = compilePlan(plan);
    plans.set(plan, result.ok ? result.compiled : null);
    return plans.get(plan) ?? null;
  };

  const calledBefore = (phone: string): number => {
    const times = timesCalled.get(phone) ?? 0;
    timesCalled.delete(phone);
    timesCalled.set(phone, times + 1);
    for (const oldest of timesCalled.keys()) {
      if (timesCalled.size <= COUNTED_NUMBERS) break;
      timesCalled.delete(oldest);
    }
    return times;
  };

  const end = (
    call: string,
    live: Running,
    ended: Omit<Extract<SwitchboardSignal, { type: 'ended' }>, 'type'>,
  ): void => {
    if (live.over) return;
    live.over = true;
    running.delete(call);
    onSignal(call, { type: 'ended', ...ended });
  };
  const silent = { recording: null, media: null };

  const hangUp = (call: string, by: HungUpBy) => {
    const live = running.get(call);
    if (!live) return;
    const at = clock.now();
    const wire = live.answered ? verdictOf({ how: 'byUs', code: null }) : notDialled('cancelledByUser');
    const verdict = spoken(wire, by);
    end(call, live, { at, verdict, by, ...silent });
  };

  const fail = (call: string, because: string) => {
    const live = running.get(call);
    if (live) end(call, live, { at: clock.now(), verdict: interrupted(because), by: 'platform', ...silent });
  };

  const dial = (command: Dial) => {
    const { call } = command;
    const live: Running = { answered: false, over: false };
    running.set(call, live);
    if (options.lastLook === undefined) return leave(command, live);
    void options.lastLook(call).then(verdict => {
      if (live.over) return;
      if (verdict === null) leave(command, live);
      else end(call, live, { at: clock.now(), verdict, by: 'nobody', ...silent });
    });
  };

  const leave = ({ call, phone, plan, variables, ringTimeoutMs }: Dial, live: Running) => {
    const start = clock.now();
    const later: Later = (ms, run) => {
      const at = instant(start + ms);
      clock.at(at, () => {
        if (!live.over) run(at);
      });
    };
    const talkPlan = compiled(plan);
    if (!talkPlan)
      return later(0, at =>
        end(call, live, { at, verdict: interrupted('conversationDefect'), by: 'platform', ...silent }),
      );
    const talk = simulateTalk({
      plan: talkPlan,
      persona: options.personaOf(phone),
      seed: calleeSeed(options.seed, phone, calledBefore(phone)),
      variables,
    });
    later(0, at => onSignal(call, { type: 'dialled', at }));
    const { ringing, refusedWith, settledAt } = talk;
    if (ringing) later(RINGS_AFTER_MS, at => onSignal(call, { type: 'ringing', at, earlyMedia: ringing.earlyMedia }));
    const settledMs = RINGS_AFTER_MS + (settledAt ?? Number.POSITIVE_INFINITY);
    if (settledMs > ringTimeoutMs) {
      const verdict = verdictOf({ how: 'ringTimeout', code: CANCELLED });
      return later(ringTimeoutMs, at => end(call, live, { at, verdict, by: 'nobody', ...silent }));
    }
    if (refusedWith !== null) {
      const verdict = verdictOf({ how: 'refused', code: refusedWith });
      return later(settledMs, at => end(call, live, { at, verdict, by: 'nobody', ...silent }));
    }
    later(settledMs, at => {
      live.answered = true;
      onSignal(call, { type: 'answered', at, dialog: null });
    });
    tellTalk(call, live, talk, later, start);
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
    options.onOffer({
      offer,
      from,
      called: [called],
      source: '127.0.0.1',
      account: null,
      registration: null,
      isSecret: true,
      isEncrypted: false,
    });
  };

  /** A caller waits from his first ringing on; the talk begins when we pick up. */
  const answer = ({ call, offer, plan, variables }: Answer) => {
    const live: Running = { answered: false, over: false };
    running.set(call, live);
    const caller = callers.get(offer);
    callers.delete(offer);
    const start = clock.now();
    const giveUp = () => {
      if (live.answered) return;
      const verdict = verdictOf({ how: 'cancelled', code: CANCELLED }, 'in');
      end(call, live, { at: clock.now(), verdict, by: 'callee', ...silent });
    };
    const talkPlan = compiled(plan);
    if (caller === undefined) return clock.at(start, giveUp);
    caller.onGivenUp = giveUp;
    const later: Later = (ms, run) => {
      const at = instant(start + ms);
      clock.at(at, () => {
        if (!live.over) run(at);
      });
    };
    if (!talkPlan) {
      const verdict = interrupted('conversationDefect');
      return later(0, at => end(call, live, { at, verdict, by: 'platform', ...silent }));
    }
    const { from } = caller;
    const seed = calleeSeed(options.seed, from, calledBefore(from));
    const talk = simulateTalk({ plan: talkPlan, persona: options.personaOf(from), seed, variables });
    later(ANSWERS_AFTER_MS, at => {
      live.answered = true;
      onSignal(call, { type: 'answered', at, dialog: null });
    });
    const pickedUp = instant(start + ANSWERS_AFTER_MS - RINGS_AFTER_MS - (talk.settledAt ?? 0));
    tellTalk(call, live, talk, (ms, run) => later(ms + pickedUp - start, run), pickedUp);
  };

  /** The talk's clock starts with the ringing. */
  const tellTalk = (call: string, live: Running, talk: SimulatedTalk, later: Later, start: Instant): void => {
    const sinceDial = (at: Instant): number => RINGS_AFTER_MS + at;
    for (const note of talk.notes)
      later(sinceDial(note.at), () =>
        onSignal(call, { type: 'noted', note: noteWith(note, at => instant(start + sinceDial(at))) }),
      );
    const by = talk.summary?.endedBy === 'callee' ? 'callee' : 'robot';
    const verdict = verdictOf({ how: by === 'callee' ? 'byThem' : 'byUs', code: null });
    const lastAt = talk.notes.at(-1)?.at ?? talk.settledAt ?? instant(0);
    later(sinceDial(lastAt), at => end(call, live, { at, verdict, by, ...silent }));
  };

  return {
    tell: command => {
      if (command.type === 'dial') dial(command);
      else if (command.type === 'answer') answer(command);
      else if (command.type === 'refuse') callers.delete(command.offer);
      else if (command.type === 'fail') fail(command.call, command.because);
      else hangUp(command.call, command.by);
    },
    ring,
  };
};
