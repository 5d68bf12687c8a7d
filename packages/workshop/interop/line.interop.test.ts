import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../journeys/house/api.ts';
import { practiceGround } from '../journeys/house/calls.ts';
import { type House, startHouse } from '../journeys/house/house.ts';
import { type Played, playScene, RIGHT_PASSWORD, type Scene } from './scenes.ts';

/**
 * The platform against sipp as the carrier. The table is written by hand from product.md §3 (a call's state), RFC 3261 and
 * the seeded plan: what a merchant must read in the record of such a call.
 */
interface Row extends Scene {
  readonly name: string;
  readonly outcome: {
    readonly state: string;
    readonly because: string;
    readonly sipCode: number | null;
    readonly hungUpBy: string;
  };
}

const silence = { sends: 'silence' } as const;
const nobody = { sends: 'nothing' } as const;
const account = { username: 'lianxian', password: RIGHT_PASSWORD };
const afterTwoSeconds = { when: 'talking', afterMs: 2000 } as const;

const table: readonly Row[] = [
  {
    name: 'a callee who answers and says nothing is asked, and the robot hangs up',
    scenario: 'answers',
    sounds: silence,
    outcome: { state: 'answered', because: 'robotHungUp', sipCode: 200, hungUpBy: 'robot' },
  },
  {
    name: 'a far end that answers and sends no sound at all is treated alike',
    scenario: 'answers',
    sounds: nobody,
    outcome: { state: 'answered', because: 'robotHungUp', sipCode: 200, hungUpBy: 'robot' },
  },
  {
    name: 'a busy callee is busy',
    scenario: 'busy',
    sounds: nobody,
    outcome: { state: 'busy', because: 'busy', sipCode: 486, hungUpBy: 'nobody' },
  },
  {
    name: 'a callee who declines has rejected the call',
    scenario: 'declines',
    sounds: nobody,
    outcome: { state: 'rejected', because: 'rejected', sipCode: 603, hungUpBy: 'nobody' },
  },
  {
    name: 'a callee who never answers is given up with CANCEL',
    scenario: 'rings',
    sounds: nobody,
    outcome: { state: 'noAnswer', because: 'ringTimeout', sipCode: 487, hungUpBy: 'nobody' },
  },
  {
    name: 'a call the user takes back while it rings is cancelled',
    scenario: 'rings',
    sounds: nobody,
    userHangsUp: { when: 'ringing', afterMs: 300 },
    outcome: { state: 'cancelled', because: 'cancelledByUser', sipCode: 487, hungUpBy: 'user' },
  },
  {
    name: 'a callee who hangs up in the middle of a sentence did it itself',
    scenario: 'hangs-up',
    sounds: silence,
    outcome: { state: 'answered', because: 'calleeHungUp', sipCode: 200, hungUpBy: 'callee' },
  },
  {
    name: 'credentials asked for with 401 are given',
    scenario: 'asks-401',
    sounds: silence,
    account,
    userHangsUp: afterTwoSeconds,
    outcome: { state: 'answered', because: 'userHungUp', sipCode: 200, hungUpBy: 'user' },
  },
  {
    name: 'credentials asked for with 407 are given',
    scenario: 'asks-407',
    sounds: silence,
    account,
    userHangsUp: afterTwoSeconds,
    outcome: { state: 'answered', because: 'userHungUp', sipCode: 200, hungUpBy: 'user' },
  },
  {
    name: 'a wrong password is said to be wrong, after one try',
    scenario: 'refuses-credentials',
    sounds: nobody,
    account: { username: 'lianxian', password: 'wrong' },
    outcome: { state: 'lineFault', because: 'credentialsRefused', sipCode: 401, hungUpBy: 'nobody' },
  },
  {
    name: 'an ACK that was lost is sent again',
    scenario: 'loses-ack',
    sounds: silence,
    userHangsUp: afterTwoSeconds,
    outcome: { state: 'answered', because: 'userHungUp', sipCode: 200, hungUpBy: 'user' },
  },
  {
    name: 'sound before the answer is early media, and the call goes on',
    scenario: 'early-media',
    sounds: { sends: 'tone' },
    userHangsUp: afterTwoSeconds,
    outcome: { state: 'answered', because: 'userHungUp', sipCode: 200, hungUpBy: 'user' },
  },
  {
    name: 'an answer whose SDP means nothing is a fault of the line',
    scenario: 'talks-nonsense',
    sounds: nobody,
    outcome: { state: 'lineFault', because: 'noCommonCodec', sipCode: 200, hungUpBy: 'platform' },
  },
];

let house: House;
let calls: ReadonlyMap<string, Promise<Played>>;

beforeAll(async () => {
  house = await startHouse();
  const api = await signIn(house);
  const { planId } = await practiceGround(api);
  // All at once, as a carrier would have them; each test then looks at its own.
  calls = new Map(table.map(row => [row.name, playScene(api, planId, row)]));
  await Promise.allSettled(calls.values());
});

afterAll(async () => {
  expect(await house?.stop()).toBe(0);
});

const played = async (name: string): Promise<Played> => {
  const call = await calls.get(name);
  if (!call) throw new Error(`no such scene: ${name}`);
  return call;
};

describe('a call over an ordinary line', () => {
  it.each(table)('$name', async ({ name, outcome }) => {
    const { detail, sipp } = await played(name);
    expect(sipp.ok, sipp.said).toBe(true);
    const { state, because, sipCode, hungUpBy } = detail;
    expect({ state, because, sipCode, hungUpBy }).toEqual(outcome);
  });

  it('is marked as early media on the live page while it rings with sound', async () => {
    const { live } = await played('sound before the answer is early media, and the call goes on');
    expect(live).toContainEqual(expect.objectContaining({ kind: 'state', state: 'ringing', earlyMedia: true }));
  });

  it('sends the robot’s sound to the port of the answer', async () => {
    const { packetsHeard, detail } = await played('credentials asked for with 401 are given');
    expect(packetsHeard).toBeGreaterThan(detail.talkMs / 20 - 25);
  });
});
