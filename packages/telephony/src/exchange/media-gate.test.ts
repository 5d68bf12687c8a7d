import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { createStage, noteMedia, noteSignals } from '../../test/exchanges.ts';
import { openFarEnd, type VirtualClock, virtualClock } from '../../test/far-end.ts';
import { createMediaEngine } from '../media/engine.ts';
import { createMediaHost } from '../media/host.ts';
import { header } from '../sip/grammar/message.ts';
import { openLegMedia } from './leg-media.ts';
import type { Trunk } from './types.ts';

/** An SDP is its sender's word, and makes us send nothing into our own network. Real sockets, a clock that we move. */
const stage = createStage();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  await stage.clear();
  for (const close of closing.splice(0)) await close();
});

const inner = '127.0.0.2';
const mayReach = (address: string): boolean => address !== inner;

/** Some program of our own network, and how much it was sent. */
const openBystander = async () => {
  const socket = createSocket('udp4');
  const mark = Buffer.from('mark');
  let got = 0;
  const marked = Promise.withResolvers<void>();
  socket.on('message', bytes => {
    if (bytes.equals(mark)) marked.resolve();
    else got += 1;
  });
  socket.bind(0, inner);
  await once(socket, 'listening');
  closing.push(() => socket.close());
  const { port } = socket.address();
  return {
    port,
    /** Whatever was sent before is in the queue before this. */
    got: async () => {
      socket.send(mark, port, inner);
      await marked.promise;
      return got;
    },
  };
};

const farEnd = async () => {
  const far = await openFarEnd();
  closing.push(far.close);
  return far;
};
type FarEnd = Awaited<ReturnType<typeof farEnd>>;

const openAlice = async () => {
  const clock = virtualClock();
  const engine = createMediaEngine({ ports: null, clock });
  closing.push(engine.close);
  const media = createMediaHost(
    engine,
    { voiceActivity: false },
    () => undefined,
    () => undefined,
  );
  const [alice, phone] = [await stage.open({ media, mayReach }), await stage.openPhone()];
  const signals = noteSignals();
  const end = async (leg: string): Promise<void> => {
    alice.hangUp(leg);
    phone.answer(await phone.request('BYE'), 200, '', alice);
    await signals.next('ended');
  };
  return { clock, alice, phone, signals, end, portOf: (leg: string) => media.leg(leg)!.local.audio.port };
};

const sdp = (...lines: readonly string[]): string =>
  ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', ...lines, ''].join('\r\n');

/** A line whose far end answers with this. */
const called = async (answer: string, more: Partial<Trunk> = {}) => {
  const { clock, alice, phone, signals, end, portOf } = await openAlice();
  const trunk: Trunk = { target: phone.address, loopback: false, realTimeText: true, ...more };
  alice.dial({ leg: 'x', trunk, to: '1', from: '2', ringTimeoutMs: 10_000 }, signals.on);
  phone.answer(await phone.request('INVITE'), 200, answer, alice);
  await signals.next('answered');
  return { clock, port: portOf('x'), end: () => end('x') };
};

/** As sockets take it: nothing is lost on the way. */
const pass = async (clock: VirtualClock, ms: number): Promise<void> => {
  for (let done = 0; done < ms; done += 200) {
    clock.pass(200);
    await new Promise(setImmediate);
  }
};

/** The far end sends, and hears us. */
const heard = async (far: FarEnd, port: number, clock: VirtualClock): Promise<void> => {
  for (let sequence = 1; far.received.length === 0; sequence += 1) {
    far.send(port, { sequence });
    clock.pass(20);
    await new Promise(setImmediate);
  }
};

test('sound, text and reports go to nobody in there; the far end is heard in the net it signals from, and answered', async () => {
  const [sound, reports, text, far] = [
    await openBystander(),
    await openBystander(),
    await openBystander(),
    await farEnd(),
  ];
  const { clock, port, end } = await called(
    sdp(
      `c=IN IP4 ${inner}`,
      `m=audio ${sound.port} RTP/AVP 8`,
      `a=rtcp:${reports.port}`,
      `m=text ${text.port} RTP/AVP 98`,
      'a=rtpmap:98 t140/1000',
    ),
  );
  await pass(clock, 10_000);
  await heard(far, port, clock);
  await pass(clock, 10_000);
  expect(await Promise.all([sound.got(), reports.got(), text.got()])).toEqual([0, 0, 0]);
  await end();
});

test('reports go to nobody in there, though the sound goes where it may', async () => {
  const [reports, far] = [await openBystander(), await farEnd()];
  const { clock, end } = await called(
    sdp('c=IN IP4 127.0.0.1', `m=audio ${far.port} RTP/AVP 8`, `a=rtcp:${reports.port} IN IP4 ${inner}`),
  );
  await pass(clock, 12_000);
  await far.got(500);
  expect(await reports.got()).toBe(0);
  await end();
});

test('who calls us points it there no more', async () => {
  const [bystander, far] = [await openBystander(), await farEnd()];
  const { clock, alice, phone, signals, end, portOf } = await openAlice();
  let leg = '';
  alice.onIncoming(arrived => {
    leg = arrived.leg;
    arrived.answer();
    return signals.on;
  });
  const offer = sdp(`c=IN IP4 ${inner}`, `m=audio ${bystander.port} RTP/AVP 8`);
  const to = alice.localAddress;
  phone.ask('INVITE', to, { cseq: 1, to: '<sip:100@127.0.0.1>', branch: 'one', sdp: offer });
  const answered = await phone.final('1 INVITE');
  phone.ask('ACK', to, { cseq: 1, to: header(answered.headers, 'to')!, branch: 'two', sdp: '' });
  await signals.next('answered');
  await pass(clock, 10_000);
  await heard(far, portOf(leg), clock);
  expect(await bystander.got()).toBe(0);
  await end(leg);
});

test('the practice carrier, on this machine, is sent to wherever it says', async () => {
  const bystander = await openBystander();
  const { clock, end } = await called(sdp(`c=IN IP4 ${inner}`, `m=audio ${bystander.port} RTP/AVP 8`), {
    loopback: true,
  });
  await pass(clock, 1_000);
  expect(await bystander.got()).toBeGreaterThan(40);
  await end();
});

test.each([
  ['where the gate lets us', '198.51.100.7', '198.51.100.9', '198.51.100.7', undefined],
  ['a PBX in the LAN that signals from there', '10.0.0.5', '10.0.0.5', '10.0.0.5', undefined],
  ['its neighbour is heard first', '10.0.0.6', '10.0.0.5', '0.0.0.0', ['10.0.0.5']],
  ['a program beside one that signals from this machine', '127.0.0.1', '127.0.0.1', '0.0.0.0', ['127.0.0.1']],
  ['behind translation', '192.168.1.2', '198.51.100.9', '0.0.0.0', ['198.51.100.9']],
  ['the old way to hold', '0.0.0.0', '198.51.100.9', '0.0.0.0', undefined],
])('where sound goes: %s', async (_what, said, signals, aimed, near) => {
  const media = noteMedia();
  const ends = {
    flow: 'main',
    local: { host: '198.51.100.1', port: 5060 },
    mediaHost: '198.51.100.1',
    advertisedHost: '198.51.100.1',
  } as const;
  const leg = await openLegMedia(media.host, 'x', ends, {
    ...{ realTimeText: false, srtp: 'no', codecs: ['PCMA'], early: true, behindNat: false, originId: '1' },
    signalling: [signals],
    mayReach: host => host.startsWith('198.51.100.'),
  });
  leg!.offer(null);
  leg!.takeAnswer('fork', Buffer.from(sdp(`c=IN IP4 ${said}`, 'm=audio 4000 RTP/AVP 8')));
  const [connected] = media.connected;
  expect([connected?.remote.audio.address, connected?.remote.near]).toEqual([{ host: aimed, port: 4_000 }, near]);
});
