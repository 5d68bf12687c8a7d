import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStage, noteMedia, noteSignals } from '../../test/exchanges.ts';
import { type FastTime, startFastTime } from '../../test/fast-time.ts';
import { header } from '../sip/grammar/message.ts';

/** The exchange against a phone whose every message is written by hand, in virtual time. */
let time: FastTime;
const { open, openPhone, clear } = createStage();
beforeEach(() => {
  time = startFastTime();
});
afterEach(async () => {
  await clear();
  await time.stop();
});

const SDP = (...lines: readonly string[]) =>
  ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', ...lines, ''].join('\r\n');

test.each([
  ['a codec we do not speak', SDP('m=audio 9000 RTP/AVP 18')],
  ['a rejected line', SDP('m=audio 0 RTP/AVP 8')],
  ['no SDP at all', ''],
  ['rubbish', 'v=0\r\nm=\r\n'],
])('an answer with %s is acknowledged and hung up as noCommonCodec', async (_what, sdp) => {
  const phone = await openPhone();
  const alice = await open({ media: noteMedia().host });
  const signals = noteSignals();
  const trunk = { target: phone.address, loopback: false, realTimeText: false };
  alice.dial({ leg: 'x', trunk, to: '1', from: '2', ringTimeoutMs: 5_000 }, signals.on);
  phone.answer(await phone.request('INVITE'), 200, sdp, alice);
  await phone.request('ACK');
  phone.answer(await phone.request('BYE'), 200, '', alice);
  expect((await signals.next('ended')).ending.how).toBe('noCommonCodec');
  expect(signals.seen.map(signal => signal.type)).toEqual(['dialled', 'ended']);
});

const challenges: readonly (readonly [number, string, string])[] = [
  [401, 'www-authenticate', 'authorization'],
  [407, 'proxy-authenticate', 'proxy-authorization'],
];
const credentials = { username: 'line', password: 'secret' };

/** A phone that answered our call and now gets our BYE. */
const hungUpPhone = async () => {
  const phone = await openPhone();
  const alice = await open({ media: noteMedia().host });
  const signals = noteSignals();
  const trunk = { target: phone.address, loopback: false, realTimeText: false, credentials };
  alice.dial({ leg: 'x', trunk, to: '1', from: '2', ringTimeoutMs: 5_000 }, signals.on);
  phone.answer(await phone.request('INVITE'), 200, SDP('m=audio 9000 RTP/AVP 8'), alice);
  const { dialog } = await signals.next('answered');
  return { phone, alice, signals, dialog };
};

test.each(challenges)(
  'a BYE that is challenged by %i is sent once more, with credentials',
  async (status, asks, gives) => {
    const { phone, alice, signals } = await hungUpPhone();
    alice.hangUp('x');
    const ask = [{ name: asks, value: 'Digest realm="r", nonce="n", qop="auth"' }];
    const bare = await phone.request('BYE');
    expect(header(bare.headers, gives)).toBeNull();
    phone.answer(bare, status, '', alice, ask);
    const signed = await phone.request('BYE', bare.cseq.number + 1);
    expect(header(signed.headers, gives)).toContain('username="line"');
    phone.answer(signed, status, '', alice, ask);
    expect((await signals.next('ended')).ending.how, 'wrong credentials do not go round for ever').toBe('byUs');
    expect(phone.seen.filter(each => each.kind === 'request' && each.method === 'BYE')).toHaveLength(2);
  },
);

test.each(challenges)('so is the BYE for the call of a dead process (%i)', async (status, asks, gives) => {
  const { phone, dialog } = await hungUpPhone();
  const heir = await open({ media: noteMedia().host });
  const done = heir.hangUpStored(dialog, credentials);
  const bare = await phone.request('BYE');
  phone.answer(bare, status, '', heir, [{ name: asks, value: 'Digest realm="r", nonce="n", qop="auth"' }]);
  const signed = await phone.request('BYE', bare.cseq.number + 1);
  expect(header(signed.headers, gives)).toContain('username="line"');
  phone.answer(signed, 200, '', heir);
  expect(await done).toBe('ended');
});

const calledByPhone = async (sdp: string) => {
  const phone = await openPhone();
  const media = noteMedia();
  const bob = await open({ media: media.host });
  const signals = noteSignals();
  bob.onIncoming(leg => {
    leg.answer();
    return signals.on;
  });
  phone.ask('INVITE', bob.localAddress, { cseq: 1, to: '<sip:100@127.0.0.1>', branch: 'a', sdp });
  const ok = await phone.final('1 INVITE');
  const to = `<sip:100@127.0.0.1>;tag=${ok.to.params.get('tag')}`;
  return { phone, media, bob, signals, ok, to };
};

test('a caller without an offer gets ours in the 200 and answers it with the ACK', async () => {
  const { phone, media, bob, signals, ok, to } = await calledByPhone('');
  expect(Buffer.from(ok.body).toString()).toContain('m=audio 30004 RTP/AVP 8 0 13 101');
  phone.ask('ACK', bob.localAddress, { cseq: 1, to, branch: 'b', sdp: SDP('m=audio 9000 RTP/AVP 0') });
  await signals.next('answered');
  expect(media.connected).toMatchObject([{ remote: { audio: { codec: 'PCMU', address: { port: 9_000 } } } }]);
  phone.ask('BYE', bob.localAddress, { cseq: 2, to, branch: 'c', sdp: '' });
  await signals.next('ended');
});

test('a call put on hold and taken back follows the other side, with a new version each time', async () => {
  const { phone, media, bob, signals, ok, to } = await calledByPhone(SDP('m=audio 9000 RTP/AVP 8'));
  phone.ask('ACK', bob.localAddress, { cseq: 1, to, branch: 'b', sdp: '' });
  await signals.next('answered');
  const again = async (cseq: number, direction: string) => {
    const sdp = SDP('m=audio 9000 RTP/AVP 8', `a=${direction}`);
    phone.ask('INVITE', bob.localAddress, { cseq, to, branch: `i${cseq}`, sdp });
    const answer = await phone.final(`${cseq} INVITE`);
    phone.ask('ACK', bob.localAddress, { cseq, to, branch: `k${cseq}`, sdp: '' });
    return Buffer.from(answer.body).toString().split('\r\n');
  };
  const version = (lines: readonly string[]) => lines[1]?.split(' ')[2];
  const first = Buffer.from(ok.body).toString().split('\r\n');
  const held = await again(2, 'sendonly');
  const same = await again(3, 'sendonly');
  const back = await again(4, 'sendrecv');
  expect([first, held, same, back].map(version)).toEqual(['1', '2', '2', '3']);
  expect(held).toContain('a=recvonly');
  expect(media.connected.map(each => each.remote.audio.direction)).toEqual([
    'sendrecv',
    'sendonly',
    'sendonly',
    'sendrecv',
  ]);
  phone.ask('BYE', bob.localAddress, { cseq: 5, to, branch: 'z', sdp: '' });
  expect((await signals.next('ended')).ending.how).toBe('byThem');
});
