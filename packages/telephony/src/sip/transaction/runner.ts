import type { Instant, Step } from '@lianxian/core/kit';
import type { Alarm, Alarms } from './alarms.ts';
import { dueTimer, earliest, type Timers } from './timers.ts';

type AnyState = { readonly timers: Timers; readonly is: string };
type Timed = { readonly type: 'timer'; readonly timer: keyof Timers };

/**
 * Runs transaction machines: steps them, carries their effects out, keeps one alarm a machine at its earliest timer,
 * and forgets a machine that has ended. What it gives back tells the machine an event.
 */
export const createRunner =
  (alarms: Alarms, onDefect: (because: string) => void) =>
  <State extends AnyState, Event, Effect>(
    start: State,
    step: (state: State, event: Event | Timed, at: Instant) => Step<State, Effect>,
    apply: (effect: Effect, at: Instant) => void,
    forget: () => void,
  ): ((event: Event | Timed, at: Instant) => void) => {
    let state = start;
    let alarm: Alarm | null = null;
    const rearm = () => {
      const next = earliest(state.timers)?.at ?? null;
      if (next === (alarm?.at ?? null)) return;
      alarms.cancel(alarm);
      alarm = next === null ? null : alarms.set(next, wake);
    };
    const tell = (event: Event | Timed, at: Instant) => {
      const result = step(state, event, at);
      if (result.kind === 'impossible') return onDefect(result.because);
      if (result.kind === 'ignored') return;
      state = result.state;
      rearm();
      if (state.is === 'terminated') forget();
      for (const effect of result.effects) apply(effect, at);
    };
    const wake = (at: Instant) => {
      alarm = null;
      for (let due = dueTimer(state.timers, at); due !== null; due = dueTimer(state.timers, at)) {
        tell({ type: 'timer', timer: due }, at);
      }
      rearm();
    };
    rearm();
    return tell;
  };
