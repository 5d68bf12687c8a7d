import { afterEach, expect, test } from 'vitest';
import { createStage, noteMedia, noteSignals } from '../../test/exchanges.ts';
import { header } from '../sip/grammar/message.ts';

/** What somebody may write who wants to break more than his own call; over real sockets. */
const { open, openPhone, clear } = createStage();
afterEach(clear);

const SDP = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9000 RTP/AVP 8\r\n';

const invite = (via: string) =>
  Buffer.from(
    [
      'INVITE sip:100@127.0.0.1 SIP/2.0',
      `Via: SIP/2.0/UDP ${via}`,
      'From: <sip:stranger@127.0.0.1>;tag=s',
      'To: <sip:100@127.0.0.1>',
      'Call-ID: hostile',
      'CSeq: 1 INVITE',
      'Contact: <sip:stranger@127.0.0.1:0>',
      'Content-Type: application/sdp',
      `Content-Length: ${SDP.length}`,
      '',
      SDP,
    ].join('\r\n'),
  );

test('a call that asks for its answers at port 0 ends by itself, and the next one is taken', async () => {
  const media = noteMedia();
  const exchange = await open({ media: media.host });
  const signals = noteSignals();
  exchange.onIncoming(leg => {
    leg.progress(180, false);
    leg.answer();
    return signals.on;
  });
  const phone = await openPhone();
  phone.sendBytes(invite('127.0.0.1:0;branch=z9hG4bKzero'), exchange.localAddress);
  expect((await signals.next('ended')).ending.how).toBe('transportError');
  phone.ask('OPTIONS', exchange.localAddress, { cseq: 1, to: '<sip:100@127.0.0.1>', branch: 'alive', sdp: '' });
  expect((await phone.final('1 OPTIONS')).status).toBe(200);
  expect(exchange.legs()).toBe(0);
});

test('a dialog whose Contact named port 0 is hung up after a crash without breaking who does it', async () => {
  const exchange = await open({ media: noteMedia().host });
  const destination = { host: '127.0.0.1', port: 0 };
  expect(await exchange.probe({ target: destination, loopback: false })).toMatchObject({ because: 'unreachable' });
  const invite = { uri: 'sip:1@127.0.0.1:0', headers: [], destination, loopback: false };
  expect(await exchange.hangUpStored(invite)).toBe('noReply');
});

test('no sound leaves before the caller has acknowledged: who forges an address cannot point it at another', async () => {
  const media = noteMedia();
  const exchange = await open({ media: media.host });
  const signals = noteSignals();
  exchange.onIncoming(leg => {
    leg.progress(180, false);
    leg.answer();
    return signals.on;
  });
  const phone = await openPhone();
  phone.ask('INVITE', exchange.localAddress, { cseq: 1, to: '<sip:100@127.0.0.1>', branch: 'one', sdp: SDP });
  const answer = await phone.final('1 INVITE');
  expect(media.open.size, 'ports are there').toBe(1);
  expect(media.connected).toEqual([]);
  const to = header(answer.headers, 'to')!;
  phone.ask('ACK', exchange.localAddress, { cseq: 1, to, branch: 'two', sdp: '' });
  await signals.next('answered');
  expect(media.connected.map(({ phase }) => phase)).toEqual(['confirmed']);
});
