import { spawn, spawnSync } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { smsParts } from '@lianxian/core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openEgressGuard } from '../../platform/egress-guard.ts';
import { openLog } from '../../platform/log.ts';
import type { Carrier, Outgoing } from '../../rooms/sms-sending/index.ts';
import { openSmpp } from './smpp.ts';

/** Against a message centre that others wrote (Debian's libnet-smpp-perl), and against far ends that behave badly. */
const hasSmsc = spawnSync('perl', ['-MNet::SMPP', '-e', '1']).status === 0;
const log = openLog('silent', 'test');
const egress = openEgressGuard(['127.0.0.1']);
const signal = new AbortController().signal;
const settings = {
  kind: 'smpp',
  ...{ host: '127.0.0.1', port: 0, tls: false, systemId: 'me', systemType: '', source: '10690' },
  ...{ sourceTon: 0, sourceNpi: 0, destTon: 0, destNpi: 0, prefix: '', window: 20 },
} as const;
const message = (phone: string, text: string): Outgoing => ({
  ...{ id: '300', phone, text, parts: smsParts(text), signature: '', body: text, code: '', values: {} },
});

const told: unknown[] = [];
const open = (port: number, password = 'secret', over: object = {}): Carrier =>
  openSmpp({ ...settings, ...over, port }, password, {
    ...{ egress, log, provider: '1' },
    news: {
      reports: async reports => void told.push(...reports),
      replies: async replies => void told.push(...replies),
    },
  });

test('the message centre that we are tried against is there in CI', () => {
  expect(hasSmsc || process.env.CI !== 'true').toBe(true);
});

describe.skipIf(!hasSmsc)('a message centre of others', () => {
  const seen: string[] = [];
  let port = 0;
  let smsc: ReturnType<typeof spawn>;
  let carrier: Carrier;
  beforeAll(async () => {
    const script = join(import.meta.dirname, '../../../test/smsc.pl');
    smsc = spawn('perl', [script], { stdio: ['ignore', 'pipe', 'ignore'] });
    const lines = createInterface(smsc.stdout!);
    port = await new Promise<number>(resolve => lines.once('line', line => resolve(Number(line))));
    lines.on('line', line => seen.push(line));
    carrier = open(port);
  });
  afterAll(async () => {
    await carrier.close();
    smsc.kill();
  });

  test('takes a message in UCS-2, and its receipt, quicker than its answer, is understood', async () => {
    const answer = await carrier.send(message('13700000001', '您好😀'), signal);
    expect(answer).toEqual({ type: 'accepted', refs: [expect.stringMatching(/^m\d+$/)] });
    await vi.waitFor(() => expect(seen.at(-1)).toBe('submit 13700000001 8 0 60a8597dd83dde00'));
    const [ref] = answer.type === 'accepted' ? answer.refs : [];
    expect(told).toContainEqual({ ref, delivered: true, code: 'DELIVRD' });
  });

  test('answers in parts, which say what they are parts of', async () => {
    await carrier.send(message('13700000006', '在吗'), signal);
    const of = { ref: '', phone: '8613700000006' };
    await vi.waitFor(() => {
      expect(told).toContainEqual({ ...of, text: 'one ', part: { number: 44, of: 2, at: 1 } });
      expect(told).toContainEqual({ ...of, text: 'two', part: { number: 44, of: 2, at: 2 } });
    });
  });

  test('takes a long one in parts with one number, each at most 140 octets', async () => {
    const answer = await carrier.send(message('13700000002', '课'.repeat(80)), signal);
    expect(answer).toMatchObject({ type: 'accepted', refs: [expect.any(String), expect.any(String)] });
    await vi.waitFor(() => expect(seen.filter(line => line.includes('13700000002'))).toHaveLength(2));
    const parts = seen.filter(line => line.includes('13700000002')).map(line => line.split(' '));
    expect(parts.map(([, , coding, esm]) => [coding, esm])).toEqual([
      ['8', '64'],
      ['8', '64'],
    ]);
    expect(parts.map(([, , , , hex]) => [hex!.slice(0, 12), hex!.length / 2])).toEqual([
      ['0500032c0201', 140],
      ['0500032c0202', 32],
    ]);
  });

  test('refuses a number, and a reply is told as it was written', async () => {
    expect(await carrier.send(message('13700000009', '您好'), signal)).toEqual({
      type: 'rejected',
      because: 'refused:0xb',
    });
    await carrier.send(message('13700000007', '您好'), signal);
    await vi.waitFor(() => expect(told).toContainEqual({ ref: '', phone: '8613700000007', text: 'TD' }));
  });

  test('refuses a password: the provider is to blame, no message', async () => {
    // One caller at a time: the centre hears the next one when the one before has left.
    await carrier.close();
    const wrong = open(port, 'wrong');
    expect(await wrong.send(message('13700000001', '您好'), signal)).toEqual({ type: 'again', because: 'signIn:0xe' });
    await wrong.close();
    carrier = open(port);
    expect(await carrier.send(message('13700000001', '您好'), signal)).toMatchObject({ type: 'accepted' });
  });
});

/** A far end that does with a connection what it likes. */
const badEnd = async (does: (socket: Socket, at: number) => void) => {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    does(socket, count++);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => count,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
const header = (bytes: number, command: number, sequence: number, status = 0): Buffer => {
  const made = Buffer.alloc(16);
  for (const [at, value] of [bytes, command, status, sequence].entries()) made.writeUInt32BE(value, at * 4);
  return made;
};
const [BIND_RESP, ENQUIRE] = [0x80000009, 0x15];
const bound = Buffer.concat([header(17, BIND_RESP, 1), Buffer.from([0])]);

test('what left and was not answered before the connection broke is lost, and nothing is sent twice', async () => {
  let submits = 0;
  const end = await badEnd(socket => {
    socket.once('data', () => {
      socket.write(bound);
      socket.once('data', () => {
        submits += 1;
        socket.destroy();
      });
    });
  });
  const carrier = open(end.port);
  expect(await carrier.send(message('13700000001', '您好'), signal)).toMatchObject({
    type: 'lost',
    because: 'timeout',
  });
  expect(submits).toBe(1);
  await carrier.close();
  end.close();
});

test('who closes waits for no far end that never answers its bind, and what waited for that did not go', async () => {
  const asked = Promise.withResolvers<void>();
  const end = await badEnd(socket => socket.once('data', () => asked.resolve()));
  const carrier = open(end.port);
  const answer = carrier.send(message('13700000001', '您好'), signal);
  await asked.promise;
  const closing = performance.now();
  await carrier.close();
  expect(await answer).toEqual({ type: 'again', because: 'unreachable' });
  // The bind itself may take ten seconds.
  expect(performance.now() - closing).toBeLessThan(5_000);
  end.close();
});

test('a far end that ends the connection instead of answering a bind is tried again as soon as one that is not there', async () => {
  const end = await badEnd(socket => socket.once('data', () => socket.destroy()));
  const carrier = open(end.port);
  const begun = performance.now();
  expect(await carrier.send(message('13700000001', '您好'), signal)).toEqual({ type: 'again', because: 'unreachable' });
  expect(performance.now() - begun).toBeLessThan(5_000);
  await carrier.close();
  end.close();
});

test('a PDU that claims to be larger than any ends the connection; it is taken up again later', async () => {
  const end = await badEnd((socket, at) => {
    socket.once('data', () => {
      socket.write(bound);
      if (at === 0) socket.write(header(1_000_000, ENQUIRE, 2));
    });
  });
  const carrier = open(end.port);
  await vi.waitFor(() => expect(end.connections()).toBeGreaterThan(1), 10_000);
  await carrier.close();
  end.close();
});

test('nothing goes inside this machine’s network but by the operator’s word', async () => {
  const carrier = openSmpp({ ...settings, port: 2775 }, '', {
    ...{ egress: openEgressGuard([]), log, provider: '1' },
    news: { reports: async () => undefined, replies: async () => undefined },
  });
  expect(await carrier.send(message('13700000001', '您好'), signal)).toEqual({ type: 'again', because: 'notAllowed' });
  await carrier.close();
});
