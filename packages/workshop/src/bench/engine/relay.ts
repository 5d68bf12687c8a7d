import { fork, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { freeUdpPort } from '../../../interop/sipp.ts';
import { cpuSecondsOf, stolenSeconds } from '../cpu.ts';
import { type Bencoded, bencode, textField } from './bencode.ts';

/**
 * rtpengine as a peer: the same number of calls through its relay in user space, both directions, no recording, no
 * speech, no signalling. It moves as many packets as we do (one in, one out a side), so its cost is what others pay for
 * the packets alone.
 */
interface RelayFigure {
  readonly calls: number;
  readonly cpuSecondsPerCallMinute: number;
  readonly delivered: number;
  readonly stolenSeconds: number;
}

const portsTold = z.object({ ports: z.array(z.number()) });
const countsTold = z.object({ sent: z.number(), received: z.number() });
const ANSWER_LIMIT_MS = 2_000;
const WARM_MS = 3_000;

const sdp = (port: number): string =>
  ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', `m=audio ${port} RTP/AVP 8`, ''].join(
    '\r\n',
  );

const openControl = async (port: number) => {
  const socket = createSocket('udp4');
  await new Promise<void>(done => socket.bind(0, '127.0.0.1', done));
  let asked = 0;
  const ask = async (command: { readonly [key: string]: Bencoded }): Promise<string> => {
    const cookie = `${++asked}`;
    socket.send(`${cookie} ${bencode(command)}`, port, '127.0.0.1');
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    for (;;) {
      const [bytes] = (await once(socket, 'message', { signal })) as [Buffer];
      const text = bytes.toString();
      if (text.startsWith(`${cookie} `)) return text.slice(cookie.length + 1);
    }
  };
  return { ask, close: () => socket.close() };
};
type Control = Awaited<ReturnType<typeof openControl>>;

/** The port that a side of the call sends to. */
const portOf = (answer: string): number => {
  const port = Number(/^m=audio (\d+)/m.exec(textField(answer, 'sdp') ?? '')?.[1]);
  if (!Number.isInteger(port)) throw new Error(`rtpengine gave no port: ${answer.slice(0, 200)}`);
  return port;
};

const relayCall = async ({ ask }: Control, call: number, near: number, far: number): Promise<[number, number]> => {
  const names = { 'call-id': `call-${call}`, 'from-tag': 'a' };
  const towardsFar = portOf(await ask({ command: 'offer', ...names, sdp: sdp(near) }));
  const towardsNear = portOf(await ask({ command: 'answer', ...names, 'to-tag': 'b', sdp: sdp(far) }));
  // Who made the offer sends to the port in the answer it is given, and the other way round.
  return [towardsNear, towardsFar];
};

const listening = async (port: number): Promise<Control> => {
  const control = await openControl(port);
  for (let tries = 0; ; tries += 1) {
    const answer = await control.ask({ command: 'ping' }).catch(() => null);
    if (answer !== null) return control;
    if (tries > 5) throw new Error('rtpengine does not answer');
  }
};

export const measureRelay = async (calls: number, seconds: number): Promise<RelayFigure> => {
  const port = await freeUdpPort();
  const engine = spawn(
    'rtpengine',
    [
      ...['--interface=127.0.0.1', `--listen-ng=127.0.0.1:${port}`, '--table=-1', '--foreground', '--log-stderr'],
      ...['--port-min=40000', '--port-max=44999', '--log-level=3', '--pidfile=/dev/null'],
    ],
    { stdio: 'ignore' },
  );
  const ends = fork(fileURLToPath(new URL('./relay-ends.ts', import.meta.url)), [`${calls}`]);
  try {
    const { ports } = portsTold.parse((await once(ends, 'message'))[0]);
    const control = await listening(port);
    const relay: number[] = [];
    for (let call = 0; call < calls; call += 1)
      relay.push(...(await relayCall(control, call, ports[2 * call]!, ports[2 * call + 1]!)));
    ends.send({ relay });
    await delay(WARM_MS);
    const look = async () => {
      ends.send({});
      const counts = countsTold.parse((await once(ends, 'message'))[0]);
      return { ...counts, cpu: cpuSecondsOf(engine.pid!), stolen: stolenSeconds(), at: performance.now() };
    };
    const before = await look();
    await delay(seconds * 1_000);
    const after = await look();
    control.close();
    const minutes = (calls * (after.at - before.at)) / 60_000;
    return {
      calls,
      cpuSecondsPerCallMinute: (after.cpu - before.cpu) / minutes,
      delivered: (after.received - before.received) / (after.sent - before.sent),
      stolenSeconds: after.stolen - before.stolen,
    };
  } finally {
    ends.kill();
    engine.kill('SIGKILL');
  }
};
