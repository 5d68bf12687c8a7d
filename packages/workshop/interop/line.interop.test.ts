import { createHash } from 'node:crypto';
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
  /** State, why, the SIP answer that decided it (— for none), who hung up. */
  readonly outcome: string;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const silence = { sends: 'silence' } as const;
const nobody = { sends: 'nothing' } as const;
const account = { username: 'lianxian', password: RIGHT_PASSWORD };
const afterTwoSeconds = { when: 'talking', afterMs: 2000 } as const;

const table: readonly Row[] = [
  {
    name: 'a callee who answers and says nothing is asked, and the robot hangs up',
    scenario: 'answers',
    sounds: silence,
    outcome: 'answered robotHungUp — robot',
  },
  {
    name: 'a far end that answers and sends no sound at all is treated alike',
    scenario: 'answers',
    sounds: nobody,
    outcome: 'answered robotHungUp — robot',
  },
  {
    name: 'a busy callee is busy',
    scenario: 'busy',
    sounds: nobody,
    outcome: 'busy busy 486 nobody',
  },
  {
    name: 'a callee who declines has rejected the call',
    scenario: 'declines',
    sounds: nobody,
    outcome: 'rejected declined 603 nobody',
  },
  {
    name: 'a callee who never answers is given up with CANCEL',
    scenario: 'rings',
    sounds: nobody,
    outcome: 'noAnswer ringTimeout 487 nobody',
  },
  {
    name: 'a call the user takes back while it rings is cancelled',
    scenario: 'rings',
    sounds: nobody,
    userHangsUp: { when: 'ringing', afterMs: 300 },
    outcome: 'cancelled cancelledByUser 487 user',
  },
  {
    name: 'a callee who hangs up in the middle of a sentence did it itself',
    scenario: 'hangs-up',
    sounds: silence,
    outcome: 'answered calleeHungUp — callee',
  },
  {
    name: 'credentials asked for with 401 are given',
    scenario: 'asks-401',
    sounds: silence,
    account,
    userHangsUp: afterTwoSeconds,
    outcome: 'answered userHungUp — user',
  },
  {
    name: 'credentials asked for with 407 are given',
    scenario: 'asks-407',
    sounds: silence,
    account,
    userHangsUp: afterTwoSeconds,
    outcome: 'answered userHungUp — user',
  },
  {
    name: 'a wrong password is said to be wrong, after one try',
    scenario: 'refuses-credentials',
    sounds: nobody,
    account: { username: 'lianxian', password: 'wrong' },
    outcome: 'lineFault credentialsRefused 401 nobody',
  },
  {
    name: 'an ACK that was lost is sent again',
    scenario: 'loses-ack',
    sounds: silence,
    losesAck: true,
    userHangsUp: afterTwoSeconds,
    outcome: 'answered userHungUp — user',
  },
  {
    name: 'sound before the answer is early media, and the call goes on',
    scenario: 'early-media',
    sounds: { sends: 'tone' },
    userHangsUp: afterTwoSeconds,
    outcome: 'answered userHungUp — user',
  },
  {
    name: 'an answer whose SDP means nothing is a fault of the line',
    scenario: 'talks-nonsense',
    sounds: nobody,
    outcome: 'lineFault noCommonCodec — nobody',
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
    expect(`${state} ${because} ${sipCode ?? '—'} ${hungUpBy}`).toBe(outcome);
  });

  it('gives a proxy the digest RFC 2617 asks for', async () => {
    const { sipp } = await played('credentials asked for with 407 are given');
    const invite = sipp.messages.find(({ way, text }) => way === 'received' && text.includes('Proxy-Authorization:'));
    const given = Object.fromEntries(
      [...(invite?.text.matchAll(/(\w+)="?([^",\r\n]*)"?/g) ?? [])].map(([, name, value]) => [name, value]),
    );
    const a1 = md5(`lianxian:carrier:${RIGHT_PASSWORD}`);
    const a2 = md5(`INVITE:${given.uri}`);
    expect(given.response).toBe(md5(`${a1}:${given.nonce}:${given.nc}:${given.cnonce}:auth:${a2}`));
  });

  it('really lost an ACK, and the call was talked on', async () => {
    const { acksLost, sipp } = await played('an ACK that was lost is sent again');
    expect(acksLost).toBe(1);
    expect(
      sipp.messages.filter(
        ({ way, text }) => way === 'sent' && /^SIP.2.0 200/.test(text) && /CSeq: 1 INVITE/.test(text),
      ).length,
    ).toBe(2);
  });

  it('lasts in its recording from ACK to BYE on the wire, within 100 ms', async () => {
    const talked = table.filter(row => row.outcome.startsWith('answered') && !row.losesAck);
    expect(talked.length).toBeGreaterThan(4);
    for (const { name } of talked) {
      const { detail, sipp } = await played(name);
      const when = (method: string) => sipp.messages.find(({ text }) => text.trimStart().startsWith(method))?.atMs ?? 0;
      const lasts = when('BYE ') - sipp.messages.findLast(({ text }) => text.trimStart().startsWith('ACK '))!.atMs;
      expect(Math.abs((detail.recording?.durationMs ?? 0) - lasts), `${name}: ${lasts} ms`).toBeLessThan(100);
    }
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
