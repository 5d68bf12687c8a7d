import { afterEach, expect, test } from 'vitest';
import { createStage, noteMedia, noteSignals } from '../../test/exchanges.ts';
import { ask, webPhone } from '../../test/stream-phone.ts';
import type { WebRtcFailure, WebRtcHost, WebRtcWants } from '../webrtc/types.ts';
import type { IncomingLeg } from './types.ts';

/** Browsers' legs as the exchange has them; the encrypted half is a host that notes what it is told. */
const { open, clear } = createStage();
afterEach(clear);

const HASH = Array.from({ length: 32 }, () => 'AB').join(':');
const sdpOf = (more: { ufrag?: string; direction?: string; setup?: string } = {}): string =>
  [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 8 126',
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    `a=${more.direction ?? 'sendrecv'}`,
    'a=rtpmap:126 telephone-event/8000',
    `a=ice-ufrag:${more.ufrag ?? 'abcd'}`,
    'a=ice-pwd:0123456789abcdef',
    `a=fingerprint:sha-256 ${HASH}`,
    `a=setup:${more.setup ?? 'actpass'}`,
    '',
  ].join('\r\n');

const noteWebRtc = () => {
  const opened: WebRtcWants[] = [];
  const closed: string[] = [];
  let tell: (leg: string, because: WebRtcFailure) => void = () => undefined;
  const host: WebRtcHost = {
    open: async (_leg, wants) => {
      opened.push(wants);
      const body = sdpOf({ ufrag: 'ours', setup: 'active' });
      return { body, plain: { host: '127.0.0.1', port: 40_002 }, telephoneEvent: 126 };
    },
    answer: () => undefined,
    close: leg => void closed.push(leg),
    onFailed: hears => {
      tell = hears;
    },
  };
  return { host, opened, closed, fail: (leg: string) => tell(leg, 'noPath') };
};

/** A page has called and was answered. */
const talking = async () => {
  const [media, webRtc, signals] = [noteMedia(), noteWebRtc(), noteSignals()];
  const listeners = { ws: { host: '127.0.0.1', port: 0 } };
  const house = await open({ media: media.host, webRtc: webRtc.host, listeners });
  const taken = Promise.withResolvers<IncomingLeg>();
  house.onIncoming(leg => {
    taken.resolve(leg);
    leg.answer();
    return signals.on;
  });
  const phone = await webPhone(`ws://127.0.0.1:${house.listening('ws')!.port}`);
  const parts = { transport: 'WS', host: 'phone.invalid', sdp: sdpOf() };
  phone.say(ask('INVITE', parts));
  const ok = await phone.answerTo('1 INVITE').then(async first => (first.status < 200 ? phone.status(200) : first));
  const to = ok.headers.find(({ name }) => name === 'to')!.value;
  phone.say(ask('ACK', { ...parts, to, sdp: '' }));
  await signals.next('answered');
  const reinvite = async (cseq: number, sdp: string) => {
    phone.say(ask('INVITE', { ...parts, to, cseq, sdp }));
    const answer = await phone.answerTo(`${cseq} INVITE`);
    phone.say(ask('ACK', { ...parts, to, cseq, sdp: '' }));
    return { status: answer.status, body: Buffer.from(answer.body).toString() };
  };
  const leg = await taken.promise;
  const end = async () => {
    house.hangUp(leg.leg);
    phone.answer(await phone.request('BYE'), 200, '');
    await signals.next('ended');
  };
  return { media, webRtc, signals, phone, leg, reinvite, end };
};

test('a browser’s leg has plain media on loopback, and one address to come to', async () => {
  const { media, webRtc, leg, end } = await talking();
  expect(leg.isWebRtc).toBe(true);
  const [wants] = webRtc.opened;
  expect(wants).toMatchObject({ offer: sdpOf(), near: { host: '127.0.0.1' } });
  expect(wants?.hosts[0]).toBe('127.0.0.1');
  // A browser's A-law has no pauses.
  expect(media.wanted.get(leg.leg)).toMatchObject({ localHost: '127.0.0.1', continuous: true });
  const address = { host: '127.0.0.1', port: 40_002 };
  const audio = { address, rtcp: address, codec: 'PCMA', payloadType: 8, telephoneEvent: 126, direction: 'sendrecv' };
  expect(media.connected.at(-1)).toEqual({ leg: leg.leg, phase: 'confirmed', remote: { audio } });
  await end();
});

test('a page that holds changes the direction and no more; a new way is refused, and nothing changes', async () => {
  const { media, webRtc, reinvite, end } = await talking();
  const held = await reinvite(2, sdpOf({ direction: 'sendonly' }));
  expect(held.status).toBe(200);
  expect(held.body.split('\r\n')).toEqual(
    expect.arrayContaining(['o=- 1 2 IN IP4 127.0.0.1', 'a=recvonly', 'a=setup:active', 'a=ice-ufrag:ours']),
  );
  expect(media.connected.at(-1)?.remote.audio.direction).toBe('sendonly');
  expect((await reinvite(3, sdpOf({ ufrag: 'other' }))).status).toBe(488);
  expect(media.connected.at(-1)?.remote.audio.direction).toBe('sendonly');
  expect((await reinvite(4, sdpOf())).body).toContain('a=sendrecv');
  expect(webRtc.opened).toHaveLength(1);
  await end();
});

test('a way that is lost ends its leg with the reason, and all of it is given back', async () => {
  const { media, webRtc, signals, phone, leg } = await talking();
  webRtc.fail(leg.leg);
  const bye = await phone.request('BYE');
  phone.answer(bye, 200, '');
  expect((await signals.next('ended')).ending).toMatchObject({ how: 'transportError' });
  expect(webRtc.closed).toEqual([leg.leg]);
  expect([...media.open]).toEqual([]);
});

test('without a host a browser’s call is refused', async () => {
  const house = await open({ media: noteMedia().host, listeners: { ws: { host: '127.0.0.1', port: 0 } } });
  house.onIncoming(leg => {
    leg.answer();
    return () => undefined;
  });
  const phone = await webPhone(`ws://127.0.0.1:${house.listening('ws')!.port}`);
  phone.say(ask('INVITE', { transport: 'WS', host: 'phone.invalid', sdp: sdpOf() }));
  expect((await phone.status(500)).status).toBe(500);
});
