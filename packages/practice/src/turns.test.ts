import { dice, type Instant, instant } from '@lianxian/core/kit';
import { describe, expect, it } from 'vitest';
import { type TurnEffect, type TurnEvent, type Turns, turn, turnsAtStart } from './turns.ts';

/** Plays events at instants and keeps all that was asked for. */
const play = (...events: readonly (readonly [number, TurnEvent])[]) => {
  const chance = dice(7);
  let state: Turns = turnsAtStart;
  const asked: TurnEffect[] = [];
  for (const [at, event] of events) {
    const step = turn(state, event, instant(at), chance);
    if (step.kind === 'impossible') throw new Error(step.because);
    state = step.state;
    if (step.kind === 'moved') asked.push(...step.effects);
  }
  return { state, asked, last: asked.at(-1) };
};
const firesAt = (effect: TurnEffect | undefined): Instant | null =>
  effect?.type === 'timer' && effect.timer ? effect.timer.at : null;

describe('a callee taking turns', () => {
  it('waits for the robot, thinks a moment, and speaks', () => {
    const { asked } = play(
      [0, { type: 'started' }],
      [300, { type: 'robotSpeaking' }],
      [4000, { type: 'robotQuiet' }],
      [4400, { type: 'thought' }],
    );
    expect(asked.map(effect => effect.type)).toEqual(['timer', 'timer', 'timer', 'say']);
    expect(firesAt(asked[2])).toBeGreaterThanOrEqual(4150);
    expect(firesAt(asked[2])).toBeLessThanOrEqual(4500);
  });

  it('does not speak into a comma of the robot', () => {
    const { asked, state } = play(
      [0, { type: 'started' }],
      [300, { type: 'robotSpeaking' }],
      [900, { type: 'robotText', sentenceEnded: false }],
      [2000, { type: 'robotQuiet' }],
      [2500, { type: 'robotSpeaking' }],
      [2600, { type: 'thought' }],
    );
    expect(firesAt(asked[2])).toBeGreaterThanOrEqual(3050);
    expect(asked[3]).toEqual({ type: 'timer', timer: null });
    expect(state.phase).toBe('listening');
  });

  it('answers what the robot said while the callee itself spoke', () => {
    const { last } = play(
      [0, { type: 'robotQuiet' }],
      [300, { type: 'thought' }],
      [400, { type: 'robotSpeaking' }],
      [1000, { type: 'robotQuiet' }],
      [1500, { type: 'said', last: false }],
    );
    expect(last).toMatchObject({ type: 'timer', timer: { fires: 'thought' } });
  });

  it('asks twice whether anybody is there, then hangs up', () => {
    const { asked, state } = play(
      [0, { type: 'started' }],
      [7000, { type: 'waitedTooLong' }],
      [8000, { type: 'said', last: false }],
      [15000, { type: 'waitedTooLong' }],
      [16000, { type: 'said', last: false }],
      [23000, { type: 'waitedTooLong' }],
    );
    expect(asked.filter(effect => effect.type !== 'timer')).toEqual([
      { type: 'say', what: 'hello' },
      { type: 'say', what: 'hello' },
      { type: 'hangUp' },
    ]);
    expect(state.phase).toBe('over');
  });

  it('hangs up after its last word, and nothing follows', () => {
    const { last, state } = play(
      [0, { type: 'robotQuiet' }],
      [300, { type: 'thought' }],
      [1500, { type: 'said', last: true }],
      [1600, { type: 'robotSpeaking' }],
      [1700, { type: 'robotQuiet' }],
    );
    expect(last).toEqual({ type: 'hangUp' });
    expect(state.phase).toBe('over');
  });

  it('has an answer to every event in every state', () => {
    const events: readonly TurnEvent[] = [
      { type: 'started' },
      { type: 'robotSpeaking' },
      { type: 'robotQuiet' },
      { type: 'robotText', sentenceEnded: true },
      { type: 'thought' },
      { type: 'waitedTooLong' },
      { type: 'said', last: false },
    ];
    for (const phase of ['listening', 'thinking', 'speaking', 'over'] as const) {
      for (const event of events) {
        expect(turn({ ...turnsAtStart, phase }, event, instant(0), dice(1)).kind).not.toBe('impossible');
      }
    }
  });
});
