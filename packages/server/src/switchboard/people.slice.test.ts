import type { Plan, TransferNode } from '@lianxian/core';
import { holdMusic } from '@lianxian/telephony';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peopleConform } from '../../test/people-conformance.ts';
import { openPeopleTown, soundOf, until } from '../../test/people-town.ts';
import { shortPlan } from '../../test/short-plan.ts';
import { loudest, sharesOfTone } from '../../test/sides.ts';
import type { SeatHunt, SeatWay } from './sip-options.ts';

const hertz = { callee: 700, ada: 1_100, bob: 1_700, cui: 2_300 };
let town: Awaited<ReturnType<typeof openPeopleTown>>;

beforeAll(async () => {
  town = await openPeopleTown(hertz);
  // Made before it is measured: it takes a moment.
  holdMusic();
}, 60_000);
afterAll(async () => {
  await town.close();
  expect(town.defects).toEqual([]);
});

/** Of a stretch: a tone is heard, or is not. */
const hears = (shares: readonly number[]): boolean => shares.filter(share => share > 0.4).length > shares.length / 2;
/** What `beep` of the town is. */
const VOICE_HZ = 500;
const HALF_A_SECOND = 5;
const last = (shares: readonly number[]): readonly number[] => shares.slice(-HALF_A_SECOND - 3, -3);
/** A busy machine loses a stretch now and then: that it is heard is waited for. */
const comesToHear = (leg: string, who: string): Promise<void> =>
  expect.poll(async () => hears(last(await town.heardBy(leg, who)))).toBe(true);
const seat = (id: string) => ({ type: 'seat', seat: id }) as const;
const invite = (party: string, who: string, place: 'talking' | 'aside' = 'talking') =>
  ({
    type: 'invite',
    ...{ party, who: seat(who), way: town.wayTo(who), place },
    ...{ ringTimeoutMs: 8_000, announcement: '' },
  }) as const;

test('a call by hand: it rings where the seat is, both hear each other, the recording holds both; the seat’s hang-up ends it', async () => {
  const { call, leg } = await town.dialByHand('ada');
  await town.joined(call, '1');
  const calleeLeg = await until(() => town.legOf('callee'));
  await town.frames('callee', 100);
  await comesToHear(calleeLeg, 'ada');
  await comesToHear(leg, 'callee');
  town.leaves('ada');
  const end = await town.endOf(call);
  expect(end).toMatchObject({ by: 'seat', verdict: { state: 'answered', because: 'seatHungUp' } });
  const [left, right] = [await soundOf(town.recording(call), 0), await soundOf(town.recording(call), 1)];
  expect(hears(last(sharesOfTone(left, hertz.callee)))).toBe(true);
  expect(hears(last(sharesOfTone(right, hertz.ada)))).toBe(true);
  expect(town.news(call, '1').map(({ type }) => type)).toEqual(['began', 'answered', 'joined', 'ended']);
  expect(town.news(call, '1').at(-1)).toMatchObject({ by: 'seat', media: { packetsReceived: expect.any(Number) } });
  expect(town.signals(call).at(-1)!.type).toBe('ended');
});

test('a callee who is busy: the seat is told the same; a seat that gives up cancels the call', async () => {
  town.end('callee').answers = false;
  const given = await town.dialByHand('ada');
  await until(() => town.signals(given.call).some(({ type }) => type === 'ringing'));
  given.giveUp();
  expect(await town.endOf(given.call)).toMatchObject({ by: 'seat', verdict: { state: 'cancelled' } });
  const refused = await town.dialByHand('ada');
  await until(() => town.signals(refused.call).some(({ type }) => type === 'ringing'));
  town.hangUp(refused.call);
  await town.endOf(refused.call);
  expect(await until(refused.ended)).toMatchObject({ how: 'refused' });
  town.end('callee').answers = true;
});

test('hold is music, a consultation is aside, a conference hears everybody, and who leaves leaves the others talking', async () => {
  const { call } = await town.dialByHand('ada');
  await town.joined(call, '1');
  const legs = { callee: town.legOf('callee'), ada: town.legOf('ada'), bob: '', cui: '' };
  town.order(call, { type: 'place', party: 'callee', place: 'held' });
  town.order(call, { type: 'place', party: '1', place: 'aside' });
  town.order(call, invite('2', 'bob', 'aside'));
  await town.joined(call, '2');
  legs.bob = town.legOf('bob');
  await town.frames('bob', 80);
  await comesToHear(legs.ada, 'bob');
  await comesToHear(legs.bob, 'ada');
  expect(hears(last(await town.heardBy(legs.callee, 'ada')))).toBe(false);
  expect(hears(last(await town.heardBy(legs.bob, 'callee')))).toBe(false);

  for (const party of ['callee', '1', '2']) town.order(call, { type: 'place', party, place: 'talking' });
  town.order(call, invite('3', 'cui'));
  await town.joined(call, '3');
  legs.cui = town.legOf('cui');
  await town.frames('cui', 150);
  // Three tones at once: each is a third of what is heard.
  const parts = async (leg: string, of: readonly string[]) =>
    Promise.all(of.map(async name => last(await town.heardBy(leg, name)).filter(share => share > 0.15).length > 2));
  await expect.poll(() => parts(legs.callee, ['ada', 'bob', 'cui'])).toEqual([true, true, true]);
  await expect.poll(() => parts(legs.cui, ['callee', 'ada', 'bob'])).toEqual([true, true, true]);

  town.order(call, { type: 'part', party: '1', by: 'seat', last: 'stay' });
  await until(() => town.news(call, '1').at(-1)?.type === 'ended');
  town.order(call, { type: 'part', party: '3', by: 'seat', last: 'stay' });
  // Nobody's place: it is not the callee's.
  town.order(call, { type: 'place', party: '9', place: 'held' });
  await town.frames('bob', 80);
  await comesToHear(legs.bob, 'callee');
  town.leaves('callee');
  expect(await town.endOf(call)).toMatchObject({ by: 'callee' });
  expect(town.news(call, '2').at(-1)).toMatchObject({ type: 'ended', verdict: { because: 'callOver' } });
});

test('a pause of the recording is silence in the file, which stays as long as the call; keys reach the callee', async () => {
  const { call } = await town.dialByHand('ada');
  await town.joined(call, '1');
  await town.frames('callee', 50);
  town.order(call, { type: 'record', on: false });
  await until(() => town.signals(call).some(each => each.type === 'noted' && each.note.type === 'recordingPaused'));
  await town.frames('callee', 75);
  town.order(call, { type: 'record', on: true });
  await until(() => town.signals(call).some(each => each.type === 'noted' && each.note.type === 'recordingResumed'));
  await town.frames('callee', 50);
  town.order(call, { type: 'keys', keys: '1#' });
  town.mediaOf('ada').sendKeys('7');
  const calleeLeg = town.legOf('callee');
  await until(() => town.keysOf(calleeLeg).length === 3);
  expect([...town.keysOf(calleeLeg)].toSorted()).toEqual(['#', '1', '7']);
  await town.frames('callee', 50);
  town.hangUp(call);
  const end = await town.endOf(call);
  const answeredAt = town.signals(call).find(({ type }) => type === 'answered')!;
  const noted = (type: 'recordingPaused' | 'recordingResumed') =>
    town.signals(call).flatMap(each => (each.type === 'noted' && each.note.type === type ? [each.note.at] : []))[0]!;
  const ms = (at: number) => at - (answeredAt as { at: number }).at;
  const samples = (fromMs: number, toMs: number) => (sound: Int16Array) => sound.slice(fromMs * 8, toMs * 8);
  for (const channel of [0, 1] as const) {
    const sound = await soundOf(town.recording(call), channel);
    const paused = samples(ms(noted('recordingPaused')) + 200, ms(noted('recordingResumed')) - 200)(sound);
    expect(paused.length).toBeGreaterThan(4_000);
    expect(loudest(paused)).toBeLessThan(100);
    expect(loudest(sound.slice(-4_000))).toBeGreaterThan(1_000);
  }
  expect(end.recording!.durationMs).toBeGreaterThan(ms(noted('recordingResumed')));
  // The mark on the wave; instants pass between two clocks.
  const [{ fromMs, toMs } = { fromMs: 0, toMs: 0 }, ...more] = end.recording!.paused ?? [];
  expect([
    Math.abs(fromMs - ms(noted('recordingPaused'))) <= 2,
    Math.abs(toMs - ms(noted('recordingResumed'))) <= 2,
  ]).toEqual([true, true]);
  expect(more).toEqual([]);
});

test('a seat whose leg is lost is away and the callee hears music; on a new leg it is back, in one call with one recording', async () => {
  const { call } = await town.dialByHand('ada');
  await town.joined(call, '1');
  const calleeLeg = town.legOf('callee');
  town.isLost('ada');
  await until(() => town.news(call, '1').some(({ type }) => type === 'away'));
  await town.frames('callee', 80);
  const waits = (await town.got(calleeLeg)).slice(-6_000);
  expect([hears(sharesOfTone(waits, hertz.ada)), loudest(waits) > 1_000]).toEqual([false, true]);
  town.order(call, { type: 'attach', party: '1', from: { way: town.wayTo('ada') }, ringTimeoutMs: 8_000 });
  await until(() => town.news(call, '1').some(({ type }) => type === 'back'));
  await town.frames('callee', 80);
  await comesToHear(calleeLeg, 'ada');
  town.leaves('ada');
  const end = await town.endOf(call);
  expect(end).toMatchObject({ by: 'seat', recording: { file: `${call}.wav` } });
  expect(end.recording!.durationMs).toBeGreaterThan(5_000);
});

test('whom a seat leaves while nobody else takes the call hears a farewell over the music, and is hung up', async () => {
  const { call } = await town.dialByHand('ada');
  await town.joined(call, '1');
  const calleeLeg = town.legOf('callee');
  town.end('bob').answers = false;
  town.order(call, { ...invite('2', 'bob'), ringTimeoutMs: 500 });
  town.leaves('ada');
  const end = await town.endOf(call);
  town.end('bob').answers = true;
  expect(end).toMatchObject({ by: 'platform', verdict: { state: 'answered', because: 'seatGone' } });
  // The voice of this town beeps for a second.
  const heard = sharesOfTone((await town.got(calleeLeg)).slice(-10_000), VOICE_HZ);
  expect(heard.filter(share => share > 0.4).length).toBeGreaterThan(8);
});

test('a page that is loaded anew: its new leg takes the place of the old one', async () => {
  const { call } = await town.dialByHand('ada');
  await town.joined(call, '1');
  const calleeLeg = town.legOf('callee');
  await town.frames('callee', 50);
  const before = town.legOf('ada');
  town.order(call, { type: 'attach', party: '1', from: { way: town.wayTo('ada') }, ringTimeoutMs: 8_000 });
  await until(() => town.news(call, '1').some(({ type }) => type === 'back'));
  await until(() => !town.end('ada').legs.has(before));
  await town.frames('callee', 80);
  await comesToHear(calleeLeg, 'ada');
  await comesToHear(town.legOf('ada'), 'callee');
  town.hangUp(call);
  await town.endOf(call);
  expect(town.news(call, '1').map(({ type }) => type)).toEqual([
    ...['began', 'answered', 'joined', 'began', 'began', 'ringing', 'answered', 'back', 'ended'],
  ]);
});

test('who hangs up on the new leg before it is heard has hung up, and is not rung anew', async () => {
  const { call } = await town.dialByHand('ada');
  await town.joined(call, '1');
  town.end('ada').hums = false;
  const before = town.legOf('ada');
  town.order(call, { type: 'attach', party: '1', from: { way: town.wayTo('ada') }, ringTimeoutMs: 8_000 });
  await until(() => town.legOf('ada') !== before);
  town.end('ada').hums = true;
  town.leavesByNewest('ada');
  expect(await town.endOf(call)).toMatchObject({ by: 'seat', verdict: { state: 'answered' } });
});

peopleConform(() => ({
  dialByHand: async () => (await town.dialByHand('ada')).call,
  dialColleague: async () => (await town.dialByHand('ada', 'bob')).call,
  order: (call, order) => {
    const never = order.type === 'invite' && order.who.type === 'seat' && order.who.seat === 'never';
    town.end('cui').answers = !never;
    town.order(call, order);
  },
  wayTo: name => town.wayTo(name === 'never' ? 'cui' : name),
  hangsUp: (_, __, name) => town.leaves(name),
  hangUp: call => town.hangUp(call),
  signals: call => town.signals(call),
  until: async holds => void (await until(holds)),
}));

test('among seats both are people: each hears the other, one who waits hears music, one who is rung anew goes on, and both are recorded', async () => {
  const { call, leg } = await town.dialByHand('ada', 'bob');
  await town.joined(call, '2');
  const bob = town.legOf('bob');
  await town.frames('bob', 80);
  await comesToHear(leg, 'bob');
  await comesToHear(bob, 'ada');

  town.order(call, { type: 'place', party: '1', place: 'held' });
  await town.frames('ada', 80);
  await expect.poll(async () => hears(last(await town.heardBy(leg, 'bob')))).toBe(false);
  expect(loudest((await town.got(leg)).slice(-4_000))).toBeGreaterThan(1_000);
  town.order(call, { type: 'place', party: '1', place: 'talking' });

  town.order(call, { type: 'attach', party: '2', from: { way: town.wayTo('bob') }, ringTimeoutMs: 8_000 });
  await until(() => town.news(call, '2').some(({ type }) => type === 'back'));
  await town.frames('bob', 80);
  await comesToHear(town.legOf('bob'), 'ada');
  await comesToHear(leg, 'bob');
  town.leaves('bob');
  expect(await town.endOf(call)).toMatchObject({ by: 'seat', verdict: { state: 'answered' } });
  const recorded = await soundOf(town.recording(call), 1);
  // Two tones at once: each is about half of what is heard.
  for (const name of ['ada', 'bob'] as const)
    expect(sharesOfTone(recorded, hertz[name]).filter(share => share > 0.25).length).toBeGreaterThan(HALF_A_SECOND);
});

test('a colleague who does not answer is told to who dialled, and who gives up lets them ring no more', async () => {
  town.end('bob').answers = false;
  const given = await town.dialByHand('ada', 'bob');
  await until(() => town.signals(given.call).some(({ type }) => type === 'ringing'));
  given.giveUp();
  expect(await town.endOf(given.call)).toMatchObject({ by: 'seat', verdict: { state: 'cancelled' } });
  expect(town.news(given.call, '2').at(-1)).toMatchObject({ type: 'ended' });
  town.end('bob').answers = true;
});

const planOf = (seats: string): Plan => {
  const handOver: TransferNode = {
    ...{ kind: 'transfer', id: 'handOver', name: '转人工', sentences: ['为您转接。'], waiting: [], otherwise: 'bye' },
    ...{ to: { type: 'group', group: seats }, ringTimeoutMs: 20_000 },
  };
  const bye = { kind: 'hangup', id: 'bye', name: '再见', sentences: ['再见。'] } as const;
  return {
    ...shortPlan,
    name: seats,
    flows: [{ id: 'main', name: '主流程', rootNode: 'handOver', nodes: [handOver, bye] }],
  };
};

/** Seats in this order, and what became of each. */
const huntOf = (names: readonly string[], ringMs: number) => {
  const fates: string[] = [];
  const left = [...names];
  const hunt = (): SeatHunt => ({
    next: async () => {
      const name = left.shift();
      if (name === undefined) return null;
      const way: SeatWay = {
        ...{ ...town.wayTo(name), who: seat(name), ringMs },
        taken: () => void fates.push(`${name} taken`),
        giveBack: because => void fates.push(`${name} ${because}`),
      };
      return way;
    },
  });
  return { hunt, fates };
};

test('a robot hands over: the next seat rings when one does not answer, the robot’s music goes on until the first packet, none is missing', async () => {
  town.end('ada').answers = false;
  town.end('bob').hums = true;
  const { hunt, fates } = huntOf(['ada', 'bob'], 700);
  const call = town.dialByRobot(planOf('客服组'), hunt);
  await town.joined(call, 'hand2');
  await town.frames('callee', 80);
  const calleeLeg = town.legOf('callee');
  const { packetsLost, outOfOrder, doubled } = town.mediaOf('callee').facts();
  expect({ packetsLost, outOfOrder, doubled }).toEqual({ packetsLost: 0, outOfOrder: 0, doubled: 0 });
  await comesToHear(calleeLeg, 'bob');
  expect(fates).toEqual(['ada notTaken', 'bob taken']);
  town.leaves('bob');
  expect(await town.endOf(call)).toMatchObject({ by: 'seat', verdict: { because: 'seatHungUp' } });
  const legs = town.signals(call).filter(each => each.type === 'party' && each.news.type === 'ended');
  expect(legs).toMatchObject([
    { party: 'hand1', news: { verdict: { state: 'noAnswer' } } },
    { party: 'hand2', news: { verdict: { because: 'seatHungUp' } } },
  ]);
  town.end('ada').answers = true;
});

test('nobody is free: the plan’s own branch', async () => {
  const { hunt } = huntOf([], 700);
  const call = town.dialByRobot(planOf('空组'), hunt);
  expect(await town.endOf(call)).toMatchObject({ by: 'robot' });
});

test('the worker dies: the call ends with a reason, and so does everybody’s part in it', async () => {
  const { call } = await town.dialByHand('ada');
  await town.joined(call, '1');
  for (const pid of town.workers.pids()) process.kill(pid, 'SIGKILL');
  expect(await town.endOf(call)).toMatchObject({
    by: 'platform',
    verdict: { state: 'interrupted', because: 'workerDied' },
  });
  expect(town.news(call, '1').at(-1)).toMatchObject({ type: 'ended' });
  await until(() => town.end('ada').legs.size === 0 && town.end('callee').legs.size === 0);
});
