/**
 * The other side of the bench's calls, in a process of its own so that its work is not counted: a SIP server on
 * loopback that answers every INVITE at once, sends a frame every 20 ms and lets the house talk until it hangs up. Just
 * enough SIP for that, by text: the house's own stack must not measure itself. Its frames are loud half of the time;
 * forked with `turns <seed>` each call is a callee that speaks over the robot and waits for its answer, with `listen` one that
 * is silent and notes all that it hears, with `hum` one that never stops.
 *
 * Started by `fork`; says `{ port }`, then `{ invited, live, callSeconds, received, gaps, turns }` whenever it is asked, or `{ customer }` when
 * it is asked `of` a number that was called;
 * gaps between packets and turns are those since it was last asked to `restart` them.
 */
import { createSocket, type Socket } from 'node:dgram';
import { AS_A_FAR_END, goAhead } from '../../../telephony/bench/ahead.ts';
import { createGaps } from '../../../telephony/bench/gaps.ts';
import { createCustomers } from './seats/customers.ts';
import { answerTo, header } from './sip-text.ts';
import { createTalkers, type Talker } from './talkers.ts';

goAhead(AS_A_FAR_END);

interface Call {
  readonly media: Socket;
  readonly to: { readonly host: string; readonly port: number };
  readonly talker: Talker | null;
  answeredAt: number | null;
}

const [mode, seed] = process.argv.slice(2);
const talkers = mode === 'turns' ? createTalkers(Number(seed)) : null;
const customers = mode === 'listen' || mode === 'hum' ? createCustomers(mode === 'hum') : null;
const calls = new Map<string, Call>();
const gaps = createGaps();
let finishedSeconds = 0;
let received = 0;
let invited = 0;

const answer = (request: string, status: string, body = ''): string =>
  answerTo(request, status, {
    tag: `far-${header(request, 'Call-ID').slice(0, 8)}`,
    contact: `sip:far@127.0.0.1:${sip.address().port}`,
    body,
  });

const openMedia = (talker: Talker | null): Promise<Socket> =>
  new Promise(done => {
    const socket = createSocket({ type: 'udp4', lookup: (host, _options, found) => found(null, host, 4) });
    socket.on('error', () => undefined);
    let last = Number.NaN;
    socket.on('message', bytes => {
      received += 1;
      const now = performance.now();
      talker?.heard(bytes, now);
      if (last > 0) gaps.note(now - last);
      last = now;
    });
    socket.bind(0, '127.0.0.1', () => done(socket));
  });

const sdp = (port: number): string =>
  ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', `m=audio ${port} RTP/AVP 8`, ''].join(
    '\r\n',
  );

const onInvite = async (request: string, reply: (text: string) => void): Promise<void> => {
  const id = header(request, 'Call-ID');
  if (calls.has(id)) return;
  invited += 1;
  const number = /^INVITE sip:([^@;>]+)/.exec(request)?.[1] ?? '';
  const talker = talkers?.add() ?? customers?.add(number) ?? null;
  const media = await openMedia(talker);
  const host = /^c=IN IP4 ([\d.]+)/m.exec(request)?.[1] ?? '127.0.0.1';
  const port = Number(/^m=audio (\d+)/m.exec(request)?.[1]);
  calls.set(id, { media, to: { host, port }, talker, answeredAt: null });
  reply(answer(request, '200 OK', sdp(media.address().port)));
};

const onBye = (id: string): void => {
  const call = calls.get(id);
  if (call === undefined) return;
  calls.delete(id);
  call.media.close();
  if (call.answeredAt !== null) finishedSeconds += (performance.now() - call.answeredAt) / 1_000;
};

const sip = createSocket('udp4');
sip.on('message', (bytes, from) => {
  const request = bytes.toString();
  const reply = (text: string): void => sip.send(text, from.port, from.address);
  const id = header(request, 'Call-ID');
  const call = calls.get(id);
  if (request.startsWith('INVITE ')) void onInvite(request, reply);
  else if (request.startsWith('ACK ') && call !== undefined) call.answeredAt ??= performance.now();
  else if (request.startsWith('BYE ') || request.startsWith('CANCEL ')) {
    reply(answer(request, '200 OK'));
    onBye(id);
  } else if (/^[A-Z]+ /.test(request) && !request.startsWith('ACK ')) reply(answer(request, '200 OK'));
});
sip.bind(0, '127.0.0.1', () => process.send?.({ port: sip.address().port }));

const packet = Buffer.alloc(172, 0xd5);
packet.writeUInt16BE(0x8008, 0);
const voiced = Buffer.from(Array.from({ length: 160 }, (_, n) => (n % 16 < 8 ? 0xaa : 0x2a)));
const startedAt = performance.now();
let step = 0;
setInterval(() => {
  for (const until = Math.floor((performance.now() - startedAt) / 5); step < until; step += 1) {
    const frame = step >> 2;
    packet.writeUInt16BE(frame & 0xffff, 2);
    packet.writeUInt32BE((frame * 160) >>> 0, 4);
    let turn = 0;
    for (const { media, to, talker, answeredAt } of calls.values()) {
      turn += 1;
      if (turn % 4 !== step % 4 || answeredAt === null) continue;
      const now = performance.now();
      if (talker?.isLoud(now) ?? frame % 100 < 50) packet.set(voiced, 12);
      else packet.fill(0xd5, 12);
      talker?.sent(packet, now);
      media.send(packet, to.port, to.host);
    }
  }
}, 5);

process.on('message', ({ restart, of }: { readonly restart?: boolean; readonly of?: string }) => {
  if (of !== undefined) {
    process.send?.({ customer: customers?.figures(of) ?? null });
    return;
  }
  const now = performance.now();
  const answered = [...calls.values()].filter(call => call.answeredAt !== null);
  const callSeconds = answered.reduce((sum, call) => sum + (now - (call.answeredAt ?? now)) / 1_000, finishedSeconds);
  const turns = talkers?.figures(now) ?? null;
  process.send?.({ invited, live: calls.size, callSeconds, received, gaps: gaps.figures(), turns });
  if (restart !== true) return;
  gaps.restart();
  talkers?.restart(now);
});
process.on('disconnect', () => process.exit(0));
