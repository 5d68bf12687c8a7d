import { createMediaEngine, encodeAlaw, holdMusic, type MediaLeg } from '@lianxian/telephony';
import { openFarEnd, virtualClock } from '@lianxian/telephony/testing';
import { afterEach, expect, test } from 'vitest';
import { createCompany } from './company.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** Each says one value all the time: what somebody hears tells who it is. */
const voice = (value: number): Uint8Array => encodeAlaw(new Int16Array(160).fill(value));
const SILENCE = 0xd5;

/** People of one call on legs of their own, a far end each. */
const openTown = async () => {
  const clock = virtualClock();
  const engine = createMediaEngine({ ports: null, clock });
  cleanups.push(engine.close);
  const person = async (value: number) => {
    const far = await openFarEnd();
    cleanups.push(far.close);
    const wants = { localHost: '127.0.0.1', realTimeText: false, voiceActivity: false };
    const leg = await engine.open({ ...wants, continuous: true }, signal => {
      if (signal.type === 'interrupted' || signal.type === 'resumed')
        company.breaksOff(leg, signal.type === 'interrupted');
    });
    leg.connect(far.remote());
    let sequence = 0;
    return {
      leg,
      far,
      payload: voice(value),
      says: async (): Promise<void> => {
        sequence += 1;
        far.send(leg.local.audio.port, { sequence, timestamp: sequence * 160, payload: voice(value) });
        await expect.poll(() => leg.facts().packetsReceived, { interval: 1 }).toBe(sequence);
      },
    };
  };
  type Person = Awaited<ReturnType<typeof person>>;
  let callee: MediaLeg | null = null;
  const company = createCompany(engine, () => callee);
  /** So many frames in which these speak; answers what was heard in the last: music, silence, or a voice. */
  const pass = async (frames: number, speakers: readonly Person[], listener: Person) => {
    for (let n = 0; n < frames; n += 1) {
      for (const one of speakers) await one.says();
      clock.pass(20);
    }
    const { length } = await listener.far.got(listener.leg.facts().packetsSent);
    return [...listener.far.received[length - 1]!.payload];
  };
  const talk = await person(1_000);
  callee = talk.leg;
  return { company, person, pass, callee: talk };
};

const isMusic = (frame: readonly number[]): boolean => {
  const at = Buffer.from(holdMusic()).indexOf(Buffer.from(frame));
  return at >= 0 && frame.some(each => each !== frame[0]);
};

test('while nothing comes of the seat its callee hears music, and the seat again at once', async () => {
  const { company, person, pass, callee } = await openTown();
  const seat = await person(4_000);
  company.join(seat.leg, 'talking');
  company.arrange({ callee: 'talking', places: new Map() });
  expect(await pass(10, [seat, callee], callee)).toEqual([...seat.payload]);

  // A second and what a look takes.
  expect(isMusic(await pass(60, [callee], callee))).toBe(true);
  // Its own ear may be whole.
  expect(await pass(1, [callee], seat)).toEqual([...callee.payload]);
  const music = callee.far.received.slice(-5).map(({ payload }) => Buffer.from(holdMusic()).indexOf(payload));
  expect(music.map(at => at - music[0]!)).toEqual([0, 160, 320, 480, 640]);

  // Two frames of the jitter buffer.
  expect(await pass(5, [seat, callee], callee)).toEqual([...seat.payload]);

  await pass(60, [callee], callee);
  const before = Buffer.from(holdMusic()).indexOf(callee.far.received.at(-1)!.payload);
  company.leave(seat.leg);
  const after = Buffer.from(holdMusic()).indexOf(Buffer.from(await pass(1, [callee], callee)));
  expect(after - before).toBe(160);
  company.close();
});

test('a callee who talks on with another seat hears no music; a colleague who is left aside does', async () => {
  const { company, person, pass, callee } = await openTown();
  const [one, other] = [await person(4_000), await person(-4_000)];
  company.join(one.leg, 'talking');
  company.join(other.leg, 'talking');
  company.arrange({ callee: 'talking', places: new Map() });
  expect(await pass(60, [other, callee], callee)).toEqual([...other.payload]);
  company.arrange({
    callee: 'held',
    places: new Map([
      [one.leg, 'aside'],
      [other.leg, 'aside'],
    ]),
  });
  expect(isMusic(await pass(5, [other, callee], other))).toBe(true);
  expect((await pass(5, [one, other, callee], other)).every(each => each !== SILENCE)).toBe(true);
  expect(await pass(1, [one, other, callee], other)).toEqual([...one.payload]);
  company.close();
});
