import type { PartyNews, PartyOrder, SwitchboardSignal } from '@lianxian/core';
import { expect, test } from 'vitest';

/** What every switchboard must do with people in a call: the same over SIP with far ends and over simulated ones. */
export interface PeopleUnderTest {
  /** Seat `ada` dials by hand, as party `1`; who is called picks up. */
  readonly dialByHand: () => Promise<string>;
  /** The same calls seat `bob`, as party `2`, who picks up. */
  readonly dialColleague: () => Promise<string>;
  readonly order: (call: string, order: PartyOrder) => void;
  /** How a seat is rung that answers. */
  readonly wayTo: (seat: string) => unknown;
  readonly hangsUp: (call: string, party: string, seat: string) => void;
  readonly hangUp: (call: string) => void;
  readonly signals: (call: string) => readonly SwitchboardSignal[];
  readonly until: (holds: () => boolean) => Promise<void>;
}

export const peopleConform = (open: () => PeopleUnderTest): void => {
  const newsOf = (call: string, party: string): readonly PartyNews[] =>
    open()
      .signals(call)
      .flatMap(each => (each.type === 'party' && each.party === party ? [each.news] : []));
  /** A leg that begins may say so again, with what a CANCEL needs. */
  const kinds = (call: string, party: string): readonly string[] =>
    newsOf(call, party)
      .map(({ type }) => type)
      .filter((kind, n, all) => kind !== 'began' || all[n - 1] !== 'began');
  const told = (call: string, party: string, kind: PartyNews['type']) =>
    open().until(() => kinds(call, party).includes(kind));
  const endOf = async (call: string) => {
    await open().until(() => open().signals(call).at(-1)?.type === 'ended');
    return open().signals(call).at(-1);
  };
  const invite = (seat: string, more: Partial<Extract<PartyOrder, { type: 'invite' }>> = {}): PartyOrder => ({
    ...{ type: 'invite', party: '2', who: { type: 'seat', seat }, way: open().wayTo(seat) },
    ...{ ringTimeoutMs: 8_000, announcement: '', place: 'talking', ...more },
  });

  test('a seat dials by hand: heard with the answer, over with its hang-up, no conversation in it', async () => {
    const call = await open().dialByHand();
    await told(call, '1', 'joined');
    open().hangsUp(call, '1', 'ada');
    expect(await endOf(call)).toMatchObject({ by: 'seat', verdict: { state: 'answered', because: 'seatHungUp' } });
    expect(kinds(call, '1')).toEqual(['began', 'answered', 'joined', 'ended']);
    expect(
      open()
        .signals(call)
        .some(({ type }) => type === 'noted'),
    ).toBe(false);
  });

  test('who is handed the call goes on when the first leaves; the last to leave ends it', async () => {
    const call = await open().dialByHand();
    await told(call, '1', 'joined');
    open().order(call, { type: 'place', party: 'callee', place: 'held' });
    open().order(call, invite('bob', { place: 'aside' }));
    await told(call, '2', 'joined');
    for (const party of ['callee', '2']) open().order(call, { type: 'place', party, place: 'talking' });
    open().order(call, { type: 'part', party: '1', by: 'seat', last: 'stay' });
    await told(call, '1', 'ended');
    expect(open().signals(call).at(-1)?.type).not.toBe('ended');
    open().hangsUp(call, '2', 'bob');
    expect(await endOf(call)).toMatchObject({ by: 'seat' });
    expect(kinds(call, '2')).toEqual(['began', 'ringing', 'answered', 'joined', 'ended']);
  });

  test('among seats both are people: either is held and brought in others, and when one of the last two leaves it is over', async () => {
    const call = await open().dialColleague();
    for (const party of ['1', '2']) await told(call, party, 'joined');
    expect(kinds(call, '2')).toEqual(['began', 'ringing', 'answered', 'joined']);
    expect(open().signals(call)).toContainEqual(expect.objectContaining({ type: 'answered', dialog: null }));
    open().order(call, { type: 'place', party: '1', place: 'held' });
    open().order(call, { ...invite('cui'), party: '3' } as PartyOrder);
    await told(call, '3', 'joined');
    open().order(call, { type: 'place', party: '1', place: 'talking' });
    open().order(call, { type: 'part', party: '2', by: 'seat', last: 'stay' });
    await told(call, '2', 'ended');
    expect(open().signals(call).at(-1)?.type).not.toBe('ended');
    open().hangsUp(call, '3', 'cui');
    expect(await endOf(call)).toMatchObject({ by: 'seat', verdict: { state: 'answered', because: 'seatHungUp' } });
    expect(kinds(call, '1').at(-1)).toBe('ended');
  });

  test('who is rung and does not take it in time is out, and the call goes on', async () => {
    const call = await open().dialByHand();
    await told(call, '1', 'joined');
    open().order(call, invite('never', { ringTimeoutMs: 200 }));
    await told(call, '2', 'ended');
    expect(newsOf(call, '2').at(-1)).toMatchObject({ by: 'nobody', verdict: { state: 'noAnswer' } });
    expect(open().signals(call).at(-1)?.type).not.toBe('ended');
    open().hangUp(call);
    expect(await endOf(call)).toMatchObject({ by: 'seat' });
  });

  test('on a new leg a seat is the same party; the end of the call ends everybody’s part before it', async () => {
    const call = await open().dialByHand();
    await told(call, '1', 'joined');
    open().order(call, { type: 'attach', party: '1', from: { way: open().wayTo('ada') }, ringTimeoutMs: 8_000 });
    await told(call, '1', 'back');
    open().hangUp(call);
    await endOf(call);
    expect(kinds(call, '1').filter(kind => kind !== 'ringing' && kind !== 'began')).toEqual([
      ...['answered', 'joined', 'answered', 'back', 'ended'],
    ]);
    expect(newsOf(call, '1').at(-1)).toMatchObject({ verdict: { because: 'callOver' } });
  });
};
