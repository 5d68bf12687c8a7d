import { afterEach, expect, test } from 'vitest';
import { createStage, noteMedia, noteSignals } from '../../test/exchanges.ts';
import type { MediaHost } from '../media/host.ts';
import type { ReceivedRequest } from '../sip/grammar/message.ts';
import type { Trunk } from './types.ts';

/** What exchange and media agree on over a call, against a phone whose every message is written by hand. */
const { open, openPhone, clear } = createStage();
afterEach(clear);

const SDP = (...lines: readonly string[]) =>
  ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', ...lines, ''].join('\r\n');
const KEY = 'WVNfX19zZW1jdGwgKCkgewkyMjA7fQp9CnVubGVz';

const called = async (more: Partial<Trunk> = {}, host: Partial<MediaHost> = {}) => {
  const phone = await openPhone();
  const media = noteMedia();
  const keys: string[] = [];
  const alice = await open({ media: { ...media.host, heardKey: (_leg, key) => void keys.push(key), ...host } });
  const signals = noteSignals();
  const trunk: Trunk = { target: phone.address, loopback: false, realTimeText: false, ...more };
  alice.dial({ leg: 'x', trunk, to: '1', from: '2', ringTimeoutMs: 5_000 }, signals.on);
  const invite = await phone.request('INVITE');
  const end = async () => {
    alice.hangUp('x');
    phone.answer(await phone.request('BYE'), 200, '', alice);
    return (await signals.next('ended')).ending.how;
  };
  return { phone, media, alice, signals, invite, keys, end };
};
const audioOf = (request: ReceivedRequest) => {
  const lines = Buffer.from(request.body).toString().split('\r\n');
  return [lines[1]?.split(' ')[2], lines.find(each => /^a=(send|recv|inactive)/.test(each))];
};
const remotes = ({ connected }: ReturnType<typeof noteMedia>) =>
  connected.map(
    ({ remote, phase }) => `${phase} ${remote.audio.address.port} ${remote.audio.codec} ${remote.audio.direction}`,
  );

test('we hold and take back: sendonly, then sendrecv, each with a new version', async () => {
  const { phone, media, alice, signals, invite, end } = await called();
  phone.answer(invite, 200, SDP('m=audio 9000 RTP/AVP 8'), alice);
  await signals.next('answered');
  alice.hold('x', true);
  const held = await phone.request('INVITE', 2);
  phone.answer(held, 200, SDP('m=audio 9000 RTP/AVP 8', 'a=recvonly'), alice);
  await phone.request('ACK', 2);
  alice.hold('x', false);
  const back = await phone.request('INVITE', 3);
  phone.answer(back, 200, SDP('m=audio 9000 RTP/AVP 8'), alice);
  await phone.request('ACK', 3);
  expect([invite, held, back].map(audioOf)).toEqual([
    ['1', 'a=sendrecv'],
    ['2', 'a=sendonly'],
    ['3', 'a=sendrecv'],
  ]);
  expect(await end()).toBe('byUs');
  expect(remotes(media)).toEqual([
    'confirmed 9000 PCMA sendrecv',
    'confirmed 9000 PCMA recvonly',
    'confirmed 9000 PCMA sendrecv',
  ]);
});

test('a hold that is refused leaves all as it was, and what we say to the next question too', async () => {
  const { phone, media, alice, signals, invite, end } = await called();
  phone.answer(invite, 200, SDP('m=audio 9000 RTP/AVP 8'), alice);
  const { dialog } = await signals.next('answered');
  alice.hold('x', true);
  phone.answer(await phone.request('INVITE', 2), 488, '', alice);
  await phone.request('ACK', 2);
  const to = `<${dialog.localUri}>;tag=${dialog.localTag}`;
  phone.within('UPDATE', alice.localAddress, { dialog, to, cseq: 1, sdp: SDP('m=audio 9100 RTP/AVP 0') });
  const answer = await phone.final('1 UPDATE');
  expect(Buffer.from(answer.body).toString()).toContain('a=sendrecv');
  expect(remotes(media)).toEqual(['confirmed 9000 PCMA sendrecv', 'confirmed 9100 PCMU sendrecv']);
  phone.within('UPDATE', alice.localAddress, { dialog, to, cseq: 2, sdp: SDP('m=audio 0 RTP/AVP 0') });
  expect((await phone.final('2 UPDATE')).status, 'sound taken out of the session').toBe(488);
  expect(media.connected).toHaveLength(2);
  expect(await end()).toBe('byUs');
});

test('of two early medias the newest is heard, until the answer of the other', async () => {
  const { phone, media, alice, signals, invite, end } = await called();
  phone.answer(invite, 183, SDP('m=audio 9000 RTP/AVP 8'), alice, [], 'one');
  phone.answer(invite, 183, SDP('m=audio 9100 RTP/AVP 0'), alice, [], 'two');
  phone.answer(invite, 200, '', alice, [], 'one');
  await signals.next('answered');
  expect(remotes(media)).toEqual([
    'early 9000 PCMA sendrecv',
    'early 9100 PCMU sendrecv',
    'confirmed 9000 PCMA sendrecv',
  ]);
  expect(await end()).toBe('byUs');
});

test('a key by INFO reaches the media', async () => {
  const { phone, alice, signals, invite, keys, end } = await called();
  phone.answer(invite, 200, SDP('m=audio 9000 RTP/AVP 8'), alice);
  const { dialog } = await signals.next('answered');
  const to = `<${dialog.localUri}>;tag=${dialog.localTag}`;
  phone.within('INFO', alice.localAddress, {
    dialog,
    to,
    cseq: 1,
    sdp: 'Signal=7\r\n',
    type: 'application/dtmf-relay',
  });
  await phone.final('1 INFO');
  expect(keys).toEqual(['7']);
  alice.sendKeys('x', '9', 50);
  expect(Buffer.from((await phone.request('INFO')).body).toString()).toBe('Signal=9\r\nDuration=50\r\n');
  expect(await end()).toBe('byUs');
});

test('a leg whose far end vanished is hung up with that cause', async () => {
  const { phone, alice, signals, invite } = await called();
  phone.answer(invite, 200, SDP('m=audio 9000 RTP/AVP 8'), alice);
  await signals.next('answered');
  alice.hangUp('x', 'silent');
  phone.answer(await phone.request('BYE'), 200, '', alice);
  expect((await signals.next('ended')).ending.how).toBe('silent');
});

const secret: Partial<MediaHost> = {
  open: async (_leg, wants) => ({
    audio: { host: wants.localHost, port: 30_000 },
    ...(wants.srtp === true ? { crypto: { suite: 'AES_CM_128_HMAC_SHA1_80' as const, inline: KEY } } : {}),
  }),
};

test('an encrypted line offers keys, and who answers in the clear is hung up', async () => {
  const line = `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${KEY}`;
  const good = await called({ srtp: true, loopback: true }, secret);
  expect(Buffer.from(good.invite.body).toString()).toContain(line);
  good.phone.answer(good.invite, 200, SDP('m=audio 9000 RTP/SAVP 8', line), good.alice);
  await good.signals.next('answered');
  expect(good.media.connected[0]?.remote.audio.crypto).toEqual({ suite: 'AES_CM_128_HMAC_SHA1_80', inline: KEY });
  expect(await good.end()).toBe('byUs');
  const clear = await called({ srtp: true, loopback: true }, secret);
  clear.phone.answer(clear.invite, 200, SDP('m=audio 9000 RTP/AVP 8'), clear.alice);
  clear.phone.answer(await clear.phone.request('BYE'), 200, '', clear.alice);
  expect((await clear.signals.next('ended')).ending.how).toBe('noCommonCodec');
  expect(clear.media.connected).toEqual([]);
});

test('an encrypted line over media that cannot encrypt makes no call', async () => {
  const phone = await openPhone();
  const alice = await open({ media: noteMedia().host });
  const signals = noteSignals();
  const trunk: Trunk = { target: phone.address, loopback: true, realTimeText: false, srtp: true };
  alice.dial({ leg: 'x', trunk, to: '1', from: '2', ringTimeoutMs: 5_000 }, signals.on);
  expect((await signals.next('ended')).ending.how).toBe('mediaFailed');
  expect(phone.seen).toEqual([]);
});

test('an encrypted line over signalling in the clear makes no call: no key leaves', async () => {
  const phone = await openPhone();
  const alice = await open({ media: { ...noteMedia().host, ...secret } });
  const signals = noteSignals();
  const trunk: Trunk = { target: phone.address, loopback: false, realTimeText: false, srtp: true };
  alice.dial({ leg: 'x', trunk, to: '1', from: '2', ringTimeoutMs: 5_000 }, signals.on);
  expect((await signals.next('ended')).ending.how).toBe('keysInClear');
  expect(phone.seen).toEqual([]);
});
