/**
 * `node bench/seats.ts [calls] [seconds] [rtpengine]`: what a recorded call of a seat costs (a browser's leg and a carrier's,
 * bridged and recorded: our gate and our engine), against rtpengine that only turns DTLS-SRTP into RTP for the same ends.
 * CPU is of those processes alone, a call-minute each; the far ends are this process. `rtpengine`: the path of the program;
 * without it the figure stands alone.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from '../src/net/address.ts';
import type { WebRtcOpened } from '../src/webrtc/types.ts';
import { type BrowserEnd, openBrowserEnd } from './browser-end.ts';
import { startRtpengine } from './rtpengine.ts';
import type { NearOrder } from './seat-near.ts';

const LOOPBACK = '127.0.0.1';
const GATE_PORT = 25_444;
const TICKS_A_SECOND = 100;
const PACKET_MS = 20;
/** Browsers that find no way, of a machine that is busy; each is replaced by another. */
const MOST_FAILED = 5;

const cpuSecondsOf = (pid: number): number => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
};

const openCarrier = async () => {
  const socket: Socket = createSocket('udp4');
  await new Promise<void>(settle => socket.bind(0, LOOPBACK, settle));
  let heard = 0;
  let to = 0;
  socket.on('message', () => {
    heard++;
  });
  return {
    port: socket.address().port,
    aim: (port: number) => {
      to = port;
    },
    speak: (packet: Buffer) => socket.send(packet, to, LOOPBACK),
    heard: () => heard,
    close: () => socket.close(),
  };
};

interface Call {
  readonly browser: BrowserEnd;
  readonly carrier: Awaited<ReturnType<typeof openCarrier>>;
}

const packetOf = (n: number, ssrc: number): Buffer => {
  const packet = Buffer.alloc(172, 0xd5);
  packet[0] = 0x80;
  packet[1] = 8;
  packet.writeUInt16BE(n & 0xffff, 2);
  packet.writeUInt32BE((n * 160) >>> 0, 4);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
};

/** Both ends speak at 50 packets a second for so long; what `pids` used meanwhile, a call-minute. */
const talk = async (calls: readonly Call[], pids: readonly number[], seconds: number) => {
  let n = 0;
  const startedAt = performance.now();
  const timer = setInterval(() => {
    for (; n * PACKET_MS < performance.now() - startedAt; n++)
      for (const [i, { browser, carrier }] of calls.entries()) {
        browser.speak(packetOf(n, 1_000 + i));
        carrier.speak(packetOf(n, 5_000 + i));
      }
  }, PACKET_MS / 4);
  await new Promise(done => setTimeout(done, 2_000));
  const heard = () => calls.map(({ browser, carrier }) => browser.heard() + carrier.heard()).reduce((a, b) => a + b, 0);
  const [before, heardBefore, since] = [pids.map(cpuSecondsOf), heard(), performance.now()];
  await new Promise(done => setTimeout(done, seconds * 1_000));
  const elapsed = (performance.now() - since) / 1_000;
  const used = pids.map((pid, i) => ((cpuSecondsOf(pid) - before[i]!) / (calls.length * elapsed)) * 60);
  const delivered = (heard() - heardBefore) / (calls.length * 100 * elapsed);
  clearInterval(timer);
  return { cpuSecondsPerCallMinute: used.reduce((a, b) => a + b, 0), each: used, delivered };
};

const child = () => {
  const forked: ChildProcess = fork(new URL('./seat-near.ts', import.meta.url), [], { serialization: 'advanced' });
  const waiting = new Map<number, (answer: unknown) => void>();
  let serial = 0;
  forked.on('message', ({ id, answer }: { readonly id: number; readonly answer: unknown }) =>
    waiting.get(id)?.(answer),
  );
  return {
    pid: forked.pid!,
    order: <T>(order: NearOrder): Promise<T> =>
      new Promise(settle => {
        waiting.set(serial, settle as (answer: unknown) => void);
        forked.send({ id: serial++, order });
      }),
    close: () => forked.disconnect(),
  };
};

const openCalls = async (
  count: number,
  join_: (call: Call, index: number) => Promise<void>,
): Promise<readonly Call[]> => {
  const calls: Call[] = [];
  for (let tried = 0; calls.length < count; tried++) {
    const call = { browser: await openBrowserEnd(), carrier: await openCarrier() };
    try {
      await join_(call, tried);
      await call.browser.connected;
      calls.push(call);
    } catch (error) {
      closeCalls([call]);
      if (tried > count + MOST_FAILED) throw error;
      process.stderr.write(`${String(error)}: another browser\n`);
    }
  }
  return calls;
};

const closeCalls = (calls: readonly Call[]): void => {
  for (const { browser, carrier } of calls) {
    browser.close();
    carrier.close();
  }
};

const ours = async (count: number, seconds: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const [gate, worker] = [child(), child()];
  await gate.order({ type: 'gate', port: GATE_PORT });
  const calls = await openCalls(count, async ({ browser, carrier }, i) => {
    const ports = await worker.order<{ near: Address; carrierPort: number }>({ type: 'call', call: i, folder });
    const wants = { offer: browser.sdp, near: ports.near, hosts: [LOOPBACK] };
    const { body, plain } = await gate.order<WebRtcOpened>({ type: 'open', leg: String(i), wants });
    browser.answer(body);
    carrier.aim(ports.carrierPort);
    await worker.order({ type: 'connect', call: i, seat: plain, carrier: { host: LOOPBACK, port: carrier.port } });
  });
  const figure = await talk(calls, [gate.pid, worker.pid], seconds);
  closeCalls(calls);
  gate.close();
  worker.close();
  await rm(folder, { recursive: true, force: true });
  return figure;
};

const plainSdp = (port: number): string =>
  ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', `m=audio ${port} RTP/AVP 8`, ''].join(
    '\r\n',
  );

const theirs = async (program: string, count: number, seconds: number) => {
  const engine = await startRtpengine(program);
  if (engine === null) return null;
  const calls = await openCalls(count, async ({ browser, carrier }, i) => {
    const who = { 'call-id': `bench-${i}`, 'from-tag': 'browser' };
    const plain = { DTLS: 'passive', 'transport-protocol': 'RTP/AVP', ICE: 'remove', 'rtcp-mux': ['demux'] };
    const offered = await engine.ask('offer', { ...who, ...plain, sdp: browser.sdp });
    carrier.aim(Number(/^m=audio (\d+)/m.exec(offered)?.[1]));
    browser.answer(await engine.ask('answer', { ...who, 'to-tag': 'carrier', sdp: plainSdp(carrier.port) }));
  });
  const figure = await talk(calls, [engine.pid], seconds);
  closeCalls(calls);
  engine.close();
  return figure;
};

const calls = Number(process.argv[2] ?? 50);
const seconds = Number(process.argv[3] ?? 20);
const program = process.argv[4];
const own = await ours(calls, seconds);
const other = program === undefined ? null : await theirs(program, calls, seconds);
const ratio = other === null ? null : own.cpuSecondsPerCallMinute / other.cpuSecondsPerCallMinute;
process.stdout.write(`${JSON.stringify({ calls, seconds, ours: own, rtpengine: other, ratio }, null, 2)}\n`);
process.exit(0);
