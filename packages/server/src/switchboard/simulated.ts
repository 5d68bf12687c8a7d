import {
  type CompiledPlan,
  compilePlan,
  type HungUpBy,
  type Instant,
  instant,
  interrupted,
  notDialled,
  type Plan,
  type Switchboard,
  type SwitchboardCommand,
  type SwitchboardSignal,
  verdictOf,
} from '@lianxian/core';
import { type Persona, type SimulatedTalk, simulateTalk } from '@lianxian/core/simulation';
import { noteWith } from '../media-worker/note-instants.ts';

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
}

export interface SimulationClock {
  readonly now: () => Instant;
  readonly at: (at: Instant, run: () => void) => void;
}

/** A simulated callee has no line to look up. */
export type NoRoute = null;

interface Running {
  answered: boolean;
  over: boolean;
}

type Later = (ms: number, run: (at: Instant) => void) => void;
type Dial = Extract<SwitchboardCommand<NoRoute>, { type: 'dial' }>;

/** Ringing as a carrier tells it, after the INVITE. */
const RINGS_AFTER_MS = 100;
const ANSWERS_AFTER_MS = 2_000;

export const createSimulatedSwitchboard = (options: SimulatedSwitchboardOptions): Switchboard<NoRoute> => {
  const { clock, onSignal } = options;
  const running = new Map<string, Running>();
  const plans = new WeakMap<Plan, CompiledPlan | null>();
  let dialled = 0;

  const compiled = (plan: Plan): CompiledPlan | null => {
    const known = plans.get(plan);
    if (known !== undefined) return known;
    const result = compilePlan(plan);
    plans.set(plan, result.ok ? result.compiled : null);
    return plans.get(plan) ?? null;
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
    const verdict = live.answered ? verdictOf({ how: 'byUs', code: null }) : notDialled('cancelledByUser');
    end(call, live, { at, verdict, by, ...silent });
  };

  const dial = (command: Dial) => {
    const { call, phone, plan, variables } = command;
    const live: Running = { answered: false, over: false };
    running.set(call, live);
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
    dialled += 1;
    const talk = simulateTalk({
      plan: talkPlan,
      persona: options.personaOf(phone),
      seed: options.seed + dialled,
      variables,
    });
    later(0, at => onSignal(call, { type: 'dialled', at }));
    if (talk.refusedWith !== null) {
      const verdict = verdictOf({ how: 'refused', code: talk.refusedWith });
      return later(RINGS_AFTER_MS, at => end(call, live, { at, verdict, by: 'nobody', ...silent }));
    }
    later(RINGS_AFTER_MS, at => onSignal(call, { type: 'ringing', at, earlyMedia: false }));
    later(ANSWERS_AFTER_MS, at => {
      live.answered = true;
      onSignal(call, { type: 'answered', at, dialog: null });
    });
    tellTalk(call, live, talk, later, start);
  };

  /** The talk has its own clock, which starts with the call; here its first note falls on the answer. */
  const tellTalk = (call: string, live: Running, talk: SimulatedTalk, later: Later, start: Instant): void => {
    const zero = talk.notes[0]?.at ?? instant(0);
    const sinceDial = (at: Instant): number => ANSWERS_AFTER_MS + (at - zero);
    for (const note of talk.notes)
      later(sinceDial(note.at), () =>
        onSignal(call, { type: 'noted', note: noteWith(note, at => instant(start + sinceDial(at))) }),
      );
    const by = talk.summary?.endedBy === 'callee' ? 'callee' : 'robot';
    const verdict = verdictOf({ how: by === 'callee' ? 'byThem' : 'byUs', code: null });
    later(sinceDial(talk.notes.at(-1)?.at ?? zero), at => end(call, live, { at, verdict, by, ...silent }));
  };

  return {
    tell: command => {
      if (command.type === 'dial') dial(command);
      else hangUp(command.call, command.by);
    },
  };
};
