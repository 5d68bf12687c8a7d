import type { HungUpBy, Plan, SwitchboardSignal } from '@lianxian/core';
import { expect, test } from 'vitest';

/**
 * What every switchboard must do, whatever it is made of (house §6, conformance): the same tests run over SIP with a
 * real telephone and over simulated callees.
 */
export interface SwitchboardUnderTest {
  /** A fresh call to a callee of that kind; who `talks` picks up and says something. */
  readonly dial: (callee: 'talks' | 'isBusy', plan: Plan) => string;
  readonly hangUp: (call: string, by: HungUpBy) => void;
  readonly signals: (call: string) => readonly SwitchboardSignal[];
  /** Waits until the call has told a signal of that type. */
  readonly until: (call: string, type: SwitchboardSignal['type']) => Promise<void>;
}

const instantOf = (signal: SwitchboardSignal): number => (signal.type === 'noted' ? signal.note.at : signal.at);
const typesOf = (signals: readonly SwitchboardSignal[]): string[] =>
  signals.map(signal => signal.type).filter((type, n, all) => type !== 'noted' || all[n - 1] !== 'noted');

export const switchboardConforms = (plan: Plan, open: () => SwitchboardUnderTest): void => {
  const endOf = async (call: string) => {
    const { until, signals } = open();
    await until(call, 'ended');
    const last = signals(call).at(-1)!;
    if (last.type !== 'ended') throw new Error(`after the end came ${last.type}`);
    return last;
  };

  test('a call is dialled, rings, is answered, talks and ends once, in this order and on one clock', async () => {
    const { dial, signals } = open();
    const call = dial('talks', plan);
    const end = await endOf(call);
    expect(typesOf(signals(call))).toEqual(['dialled', 'ringing', 'answered', 'noted', 'ended']);
    const notes = signals(call).flatMap(signal => (signal.type === 'noted' ? [signal.note] : []));
    const summedUp = notes.filter(note => note.type === 'ended');
    expect(summedUp).toHaveLength(1);
    // The conversation leaves its node and sums up a moment after the line was cut.
    const lived = signals(call).filter(signal => signal.type !== 'noted' || signal.note.at < summedUp[0]!.at);
    const instants = lived.map(instantOf);
    expect(instants.toSorted((a, b) => a - b).map(Math.round)).toEqual(instants.map(Math.round));
    expect(end).toMatchObject({ verdict: { state: 'answered', fault: 'nobody' }, by: 'robot' });
  });

  test('a busy callee is busy: no answer, no words', async () => {
    const { dial, signals } = open();
    const call = dial('isBusy', plan);
    expect(await endOf(call)).toMatchObject({
      verdict: { state: 'busy', sipCode: 486 },
      by: 'nobody',
      recording: null,
    });
    expect(signals(call).map(signal => signal.type)).not.toContain('answered');
  });

  test('a hang-up before the answer cancels, one in a talk ends it; both once, by whom it was asked', async () => {
    const { dial, hangUp, signals, until } = open();
    const ringing = dial('talks', plan);
    await until(ringing, 'ringing');
    hangUp(ringing, 'user');
    hangUp(ringing, 'platform');
    expect(await endOf(ringing)).toMatchObject({ verdict: { state: 'cancelled' }, by: 'user' });
    const talking = dial('talks', plan);
    await until(talking, 'answered');
    await until(talking, 'noted');
    hangUp(talking, 'user');
    expect(await endOf(talking)).toMatchObject({ verdict: { state: 'answered' }, by: 'user' });
    hangUp(talking, 'user');
    for (const call of [ringing, talking])
      expect(signals(call).filter(signal => signal.type === 'ended')).toHaveLength(1);
  });

  test('a call nobody knows is hung up without harm', () => {
    const { hangUp, signals } = open();
    hangUp('unknown', 'user');
    expect(signals('unknown')).toEqual([]);
  });
};
