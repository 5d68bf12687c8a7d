import { afterEach, expect, test } from 'vitest';
import { createStage, noteMedia, noteSignals } from '../../test/exchanges.ts';
import type { MediaHost } from '../media/host.ts';
import type { ExchangeOptions, MessageNote } from './options.ts';
import type { Exchange, IncomingLeg, Trunk } from './types.ts';

const { open, openPhone, clear } = createStage();
afterEach(clear);

const trunkTo = (exchange: Exchange, more: Partial<Trunk> = {}): Trunk => ({
  target: exchange.localAddress,
  loopback: true,
  realTimeText: true,
  ...more,
});

const pair = async (onCall: (leg: IncomingLeg) => void, options: Partial<ExchangeOptions> = {}) => {
  const aliceMedia = noteMedia();
  const bobMedia = noteMedia();
  const alice = await open({ media: aliceMedia.host });
  const bob = await open({ media: bobMedia.host, ...options });
  const bobSignals = noteSignals();
  bob.onIncoming(leg => {
    onCall(leg);
    return bobSignals.on;
  });
  const aliceSignals = noteSignals();
  const dial = (trunk: Partial<Trunk> = {}, ringTimeoutMs = 5_000) =>
    alice.dial(
      { leg: 'a1', trunk: trunkTo(bob, trunk), to: '15400000001', from: '057188880000', ringTimeoutMs },
      aliceSignals.on,
    );
  return { alice, bob, aliceMedia, bobMedia, aliceSignals, bobSignals, dial };
};

test('a call over real UDP is dialled, rings, is answered and hung up by the caller', async () => {
  let called: IncomingLeg | null = null;
  const scene = await pair(leg => {
    called = leg;
    leg.progress(180, false);
    leg.answer();
  });
  scene.dial();
  const { dialog } = await scene.aliceSignals.next('answered');
  await scene.bobSignals.next('answered');
  expect(called).toMatchObject({ to: '15400000001', from: '057188880000' });
  expect(scene.aliceMedia.connected.at(-1)?.remote).toMatchObject({
    audio: { codec: 'PCMA', payloadType: 8, telephoneEvent: 101, direction: 'sendrecv' },
    text: { t140: 98, red: 99 },
  });
  expect(scene.bobMedia.connected.at(-1)).toMatchObject({ phase: 'confirmed' });
  expect(dialog.loopback).toBe(true);
  scene.alice.hangUp('a1');
  expect((await scene.aliceSignals.next('ended')).ending.how).toBe('byUs');
  expect((await scene.bobSignals.next('ended')).ending.how).toBe('byThem');
  expect(scene.aliceMedia.open.size + scene.bobMedia.open.size).toBe(0);
  expect(scene.aliceSignals.seen.map(signal => signal.type)).toEqual(['dialled', 'provisional', 'answered', 'ended']);
});

test.each([
  ['the account of the line', { username: 'u-100', password: 'secret' }, 'u-100'],
  ['the name before the @ of such an account', { username: 'u-100@carrier.example', password: 'secret' }, 'u-100'],
  ['nobody', undefined, 'anonymous'],
])('who has no number of its own calls as %s', async (_, credentials, from) => {
  let called: IncomingLeg | null = null;
  const scene = await pair(leg => {
    called = leg;
    leg.refuse(486);
  });
  const trunk = trunkTo(scene.bob, credentials ? { credentials } : {});
  scene.alice.dial({ leg: 'a1', trunk, to: '15400000001', from: '', ringTimeoutMs: 5_000 }, scene.aliceSignals.on);
  expect((await scene.aliceSignals.next('ended')).ending).toMatchObject({ how: 'refused', code: 486 });
  expect(called).toMatchObject({ from });
});

test('the called side hangs up', async () => {
  const scene = await pair(leg => leg.answer());
  scene.dial();
  await scene.bobSignals.next('answered');
  scene.bob.hangUp([...scene.bobMedia.open][0]!);
  expect((await scene.aliceSignals.next('ended')).ending.how).toBe('byThem');
  expect((await scene.bobSignals.next('ended')).ending.how).toBe('byUs');
});

test('early media is connected before the answer', async () => {
  const scene = await pair(leg => {
    leg.progress(183, true);
    leg.answer();
  });
  scene.dial();
  await scene.aliceSignals.next('answered');
  expect(scene.aliceSignals.seen).toContainEqual(
    expect.objectContaining({ type: 'provisional', code: 183, earlyMedia: true }),
  );
  expect(scene.aliceMedia.connected.map(each => each.phase)).toEqual(['early', 'confirmed']);
});

test.each([401, 407] as const)('a carrier that demands credentials by %i is given them', async status => {
  const passwordOf = (username: string) => (username === 'line' ? 'secret' : null);
  const challenge = { status, realm: 'carrier', passwordOf, nonceLifetimeMs: 60_000 } as const;
  const scene = await pair(leg => leg.refuse(486), { challenge });
  scene.dial({ credentials: { username: 'line', password: 'secret' } });
  expect((await scene.aliceSignals.next('ended')).ending).toMatchObject({ how: 'refused', code: 486 });
});

test('wrong credentials end the call as such', async () => {
  const challenge = {
    status: 407,
    realm: 'c',
    passwordOf: () => 'x',
    nonceLifetimeMs: 60_000,
  } as const;
  const scene = await pair(leg => leg.answer(), { challenge });
  scene.dial({ credentials: { username: 'line', password: 'wrong' } });
  expect((await scene.aliceSignals.next('ended')).ending).toMatchObject({ how: 'credentialsRefused', code: 407 });
  expect(scene.aliceMedia.open.size).toBe(0);
});

test.each([
  ['rings', (leg: IncomingLeg) => leg.progress(180, false), 'provisional', 'CANCEL'],
  ['was answered a moment too late', (leg: IncomingLeg) => leg.answer(), 'answered', 'BYE'],
] as const)('one that %s is told that another telephone was answered', async (_what, does, until, method) => {
  const came: MessageNote[] = [];
  const scene = await pair(does, { onMessage: note => came.push(note) });
  scene.dial();
  await scene.aliceSignals.next(until);
  scene.alice.hangUp('a1', 'elsewhere');
  await scene.bobSignals.next('ended');
  const told = came.find(({ summary }) => summary === method)?.text();
  expect(told).toMatch(/^Reason: SIP;cause=200;text="Call completed elsewhere"\r$/im);
});

test('of a trunk whose far end sends without a pause the media is told so', async () => {
  const scene = await pair(leg => leg.answer());
  scene.dial({ continuous: true });
  await scene.aliceSignals.next('answered');
  expect(scene.aliceMedia.wanted.get('a1')).toMatchObject({ continuous: true });
  expect([...scene.bobMedia.wanted.values()].map(({ continuous }) => continuous)).toEqual([undefined]);
});

test('a call nobody answers is cancelled at the ring limit', async () => {
  const scene = await pair(leg => leg.progress(180, false));
  scene.dial({}, 60);
  expect((await scene.aliceSignals.next('ended')).ending.how).toBe('ringTimeout');
  expect((await scene.bobSignals.next('ended')).ending.how).toBe('cancelled');
});

test('a hang-up while it rings is a CANCEL, and before anything was sent it never leaves', async () => {
  const ringing = await pair(leg => leg.progress(180, false));
  ringing.dial();
  await ringing.aliceSignals.next('provisional');
  ringing.alice.hangUp('a1');
  expect((await ringing.aliceSignals.next('ended')).ending.how).toBe('cancelled');
  const early = await pair(() => expect.unreachable('no call may arrive'));
  early.dial();
  early.alice.hangUp('a1');
  expect((await early.aliceSignals.next('ended')).ending.how).toBe('cancelled');
  expect(early.aliceSignals.seen).toHaveLength(1);
});

test('a trunk whose port is closed fails within seconds, not after 32', async () => {
  const scene = await pair(() => {});
  const gone = await open({ media: noteMedia().host });
  const target = gone.localAddress;
  await gone.close();
  scene.dial({ target });
  expect((await scene.aliceSignals.next('ended')).ending.how).toBe('transportError');
});

test('a name without an address is unresolved', async () => {
  const scene = await pair(() => {});
  scene.dial({ target: { host: 'no..such', port: 5060 } });
  expect((await scene.aliceSignals.next('ended')).ending.how).toBe('unresolved');
});

test('without media ports the call ends before it is dialled; on the called side it is refused 500', async () => {
  const broken: MediaHost = { ...noteMedia().host, open: () => Promise.reject(new Error('no ports')) };
  const alice = await open({ media: broken });
  const signals = noteSignals();
  const request = { leg: 'x', trunk: trunkTo(alice), to: '1', from: '2', ringTimeoutMs: 1_000 };
  alice.dial(request, signals.on);
  expect((await signals.next('ended')).ending.how).toBe('mediaFailed');
  expect(signals.seen).toHaveLength(1);
  const scene = await pair(leg => leg.answer(), { media: broken });
  scene.dial();
  expect((await scene.aliceSignals.next('ended')).ending).toMatchObject({ how: 'refused', code: 500 });
});

test('a full exchange answers 503, one that takes no calls 404', async () => {
  const full = await pair(leg => leg.answer(), { maxLegs: 0 });
  full.dial();
  expect((await full.aliceSignals.next('ended')).ending).toMatchObject({ how: 'refused', code: 503 });
  const alice = await open({ media: noteMedia().host });
  const bob = await open({ media: noteMedia().host });
  const signals = noteSignals();
  alice.dial({ leg: 'x', trunk: trunkTo(bob), to: '1', from: '2', ringTimeoutMs: 1_000 }, signals.on);
  expect((await signals.next('ended')).ending).toMatchObject({ how: 'refused', code: 404 });
});

test('the call of a dead process is hung up from what was stored; once more and it is gone', async () => {
  const scene = await pair(leg => leg.answer());
  scene.dial();
  const { dialog } = await scene.aliceSignals.next('answered');
  await scene.bobSignals.next('answered');
  const heir = await open({ media: noteMedia().host });
  expect(await heir.hangUpStored(JSON.parse(JSON.stringify(dialog)))).toBe('ended');
  expect((await scene.bobSignals.next('ended')).ending.how).toBe('byThem');
  expect(await heir.hangUpStored(dialog)).toBe('gone');
  scene.alice.hangUp('a1');
  expect((await scene.aliceSignals.next('ended')).ending.how, 'a BYE that finds no dialog ends it too').toBe('byUs');
});

test('an ordinary trunk names the address of its route', async () => {
  const scene = await pair(leg => leg.answer());
  scene.dial({ loopback: false, realTimeText: false });
  const { dialog } = await scene.aliceSignals.next('answered');
  await scene.bobSignals.next('answered');
  expect(dialog.loopback).toBe(false);
  expect(scene.bobMedia.connected[0]?.remote.audio.address.host).toBe('127.0.0.1');
  expect(scene.bobMedia.connected[0]?.remote).not.toHaveProperty('text');
});

test('OPTIONS tells whether a trunk answers', async () => {
  const scene = await pair(() => {});
  expect(await scene.alice.probe(trunkTo(scene.bob))).toMatchObject({
    code: 200,
    because: null,
    target: scene.bob.localAddress,
    seenAs: { host: '127.0.0.1' },
    software: 'Lianxian',
  });
});

test('the ladder hook hears every message of a call in order', async () => {
  const notes: string[] = [];
  const bob = await open({ media: noteMedia().host });
  bob.onIncoming(leg => {
    leg.answer();
    return () => {};
  });
  const alice = await open({
    media: noteMedia().host,
    onMessage: note => notes.push(`${note.way} ${note.summary}`),
  });
  const signals = noteSignals();
  alice.dial({ leg: 'x', trunk: trunkTo(bob), to: '1', from: '2', ringTimeoutMs: 1_000 }, signals.on);
  await signals.next('answered');
  alice.hangUp('x');
  await signals.next('ended');
  expect(notes).toEqual(['out INVITE', 'in 100 Trying', 'in 200 OK', 'out ACK', 'out BYE', 'in 200 OK']);
});

test('closing hangs up what lives, and afterwards every wish is harmless', async () => {
  const scene = await pair(leg => leg.answer());
  scene.dial();
  await scene.bobSignals.next('answered');
  await scene.alice.close();
  expect((await scene.aliceSignals.next('ended')).ending.how).toBe('byUs');
  expect((await scene.bobSignals.next('ended')).ending.how).toBe('byThem');
  scene.alice.hangUp('a1');
  await scene.alice.close();
  expect(scene.alice.legs()).toBe(0);
});

test('a taken port is told by the system', async () => {
  const first = await open({ media: noteMedia().host });
  await expect(open({ media: noteMedia().host, port: first.localAddress.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

test('rubbish at the port is counted, answered where it can be, and hurts no call', async () => {
  const troubles: string[] = [];
  const scene = await pair(leg => leg.answer(), { onTrouble: kind => troubles.push(kind) });
  const phone = await openPhone();
  const to = scene.bob.localAddress;
  for (const rubbish of ['', '\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', '\0'.repeat(2_000), 'SIP/2.0 200 OK\r\n\r\n']) {
    phone.sendBytes(Buffer.from(rubbish), to);
  }
  phone.sendBytes(
    Buffer.from('INVITE sip:a@b SIP/2.0\r\nVia: SIP/2.0/UDP h;branch=z9hG4bKq\r\nCSeq: 1 INVITE\r\n\r\n'),
    to,
  );
  phone.ask('OPTIONS', to, { cseq: 9, to: '<sip:100@127.0.0.1>', branch: 'o', sdp: '' });
  await phone.final('9 OPTIONS');
  scene.dial();
  await scene.aliceSignals.next('answered');
  expect(troubles).toEqual(Array(4).fill('input'));
});
