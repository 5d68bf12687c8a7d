import {
  createMediaEngine,
  createMediaHost,
  type Exchange,
  encodeAlaw,
  type LegSignal,
  type MediaEngine,
  openExchange,
  tone,
} from '@lianxian/telephony';
import { type FastTime, startFastTime } from '@lianxian/telephony/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Carrier, openCarrier } from './carrier.ts';
import { parseSettings } from './settings.ts';

/** The carrier over real SIP and RTP on loopback, in virtual time; its voice is a short beep. */
let time: FastTime;
let carrier: Carrier;
let exchange: Exchange;
let engines: readonly MediaEngine[];
const packets = new Map<string, number>();
const spoken: string[] = [];

beforeAll(async () => {
  time = startFastTime();
  const [theirs, ours] = [createMediaEngine({ ports: null }), createMediaEngine({ ports: null })];
  engines = [theirs, ours];
  carrier = await openCarrier({
    settings: {
      ...parseSettings({ VOICE_COMMAND: '["none"]', PRACTICE_CACHE_DIR: 'none' }),
      ringMs: { from: 200, to: 300 },
    },
    engine: theirs,
    speak: async text => {
      spoken.push(text);
      return encodeAlaw(tone([500], 300, 0.25));
    },
    openExchange: media => openExchange({ bind: '127.0.0.1', port: 0, publicIp: null, media }),
    onSaid: () => undefined,
    onTrouble: because => expect.unreachable(because),
  });
  const media = createMediaHost(
    ours,
    { voiceActivity: false },
    () => undefined,
    (leg, facts) => packets.set(leg, facts instanceof Error ? -1 : facts.packetsReceived),
  );
  exchange = await openExchange({ bind: '127.0.0.1', port: 0, publicIp: null, media });
});
afterAll(async () => {
  await exchange.close();
  await carrier.close();
  await Promise.all(engines.map(engine => engine.close()));
  await time.stop();
});

let dialled = 0;

/** Calls a number; hangs up when `until` is heard or after the ring timeout. Answers the call as the network told it. */
const call = async (number: string, until: LegSignal['type'] = 'ended', ringTimeoutMs = 8_000) => {
  const leg = `leg ${++dialled}`;
  const told: string[] = [];
  const over = Promise.withResolvers<string>();
  const trunk = { target: { host: '127.0.0.1', port: carrier.port }, loopback: true, realTimeText: true };
  exchange.dial({ leg, trunk, to: number, from: '', ringTimeoutMs }, signal => {
    if (signal.type === 'provisional' && signal.code > 100)
      told.push(`${signal.code}${signal.earlyMedia ? ' with sound' : ''}`);
    if (signal.type === 'answered') told.push('answered');
    if (signal.type === 'ended') over.resolve(`${signal.ending.how} ${signal.ending.code ?? ''}`.trim());
    else if (signal.type === until) setTimeout(() => exchange.hangUp(leg), 100);
  });
  told.push(await over.promise);
  return { told: told.join(', '), packets: () => packets.get(leg) ?? 0 };
};

describe.concurrent('the practice carrier', () => {
  it.each([
    ['a busy callee', '15400000004', 'refused 486'],
    ['one who rejects', '15400000005', '180, refused 603'],
    ['a switched-off phone', '15400000007', '183 with sound, refused 480'],
    ['an empty number', '15400000017', '183 with sound, refused 404'],
    ['the number that nobody has', '15400009999', '183 with sound, refused 404'],
    ['a number outside the town', '13812345678', 'refused 404'],
  ])('%s: %s ends as %s', async (_, number, told) => {
    expect((await call(number)).told).toBe(told);
  });

  it('who never answers rings until the caller gives up', async () => {
    expect((await call('15400000006', 'ended', 1_000)).told).toBe('180, ringTimeout 487');
  });

  it('a ringback is heard before the answer', async () => {
    const { told, packets: heard } = await call('15400000018', 'answered');
    expect(told).toBe('183 with sound, answered, byUs');
    expect(heard()).toBeGreaterThan(140);
  });

  it('a sentence is voiced once, however many say it', async () => {
    await Promise.all([call('15400000007'), call('15400000007'), call('15400000007')]);
    expect(spoken.filter(text => text.includes('已关机'))).toHaveLength(1);
  });
});
