import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Instant, instant } from '@lianxian/core/kit';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { certificate } from '../../test/certificate.ts';
import type { Address } from './address.ts';
import type { Link } from './links.ts';
import type { StreamLimits } from './stream-limits.ts';
import { type Listeners, openStreams, type Streams } from './streams.ts';

/** What a stream may cost us: each limit of the table, with figures small enough to wait for. */
const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map(close => close()));
});

const LOCAL = { host: '127.0.0.1', port: 0 };
const message = (body = ''): string =>
  `OPTIONS sip:a@b SIP/2.0\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const stage = async (
  limits: Partial<StreamLimits>,
  listeners: Listeners = { tcp: LOCAL },
  isKnown: (host: string) => boolean = () => true,
) => {
  const heard: string[] = [];
  const garbage: string[] = [];
  const waiting = new Set<() => void>();
  const news = () => {
    for (const look of [...waiting]) look();
  };
  let gone = 0;
  let count = 0;
  let answer: ((link: Link) => void) | null = null;
  const streams: Streams = await openStreams({
    bind: '127.0.0.1',
    listeners,
    certificate,
    authorities: null,
    now: (): Instant => instant(performance.now()),
    random: () => `id${count++}`,
    isKnown,
    limits: { sweepMs: 10, ...limits },
    events: {
      onMessage: (bytes, link) => {
        heard.push(bytes.toString());
        answer?.(link);
        news();
      },
      onGarbage: (_head, because) => {
        garbage.push(because);
        news();
      },
      onGone: () => {
        gone++;
        news();
      },
    },
  });
  closing.push(streams.close);
  const until = (isSo: () => boolean): Promise<void> =>
    new Promise(settle => {
      const look = () => {
        if (!isSo()) return;
        waiting.delete(look);
        settle();
      };
      waiting.add(look);
      look();
    });
  return {
    streams,
    heard,
    garbage,
    until,
    gone: () => gone,
    answering: (act: (link: Link) => void) => {
      answer = act;
    },
  };
};

const dial = async (to: Address): Promise<Socket> => {
  const socket = connect(to.port, to.host);
  socket.on('error', () => {});
  closing.push(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
};

/** A connection of that kind whose owner has said something. */
const speaking = async (kind: 'tcp' | 'tls' | 'wss', to: Address) => {
  if (kind === 'wss') {
    const socket = new WebSocket(`wss://${to.host}:${to.port}`, 'sip', { rejectUnauthorized: false });
    socket.on('error', () => {});
    closing.push(() => socket.terminate());
    await once(socket, 'open');
    const say = () => socket.send(message());
    say();
    return { socket, say };
  }
  const socket = kind === 'tcp' ? connect(to.port, to.host) : connectTls({ ...to, rejectUnauthorized: false });
  socket.on('error', () => {});
  closing.push(() => socket.destroy());
  await once(socket, kind === 'tcp' ? 'connect' : 'secureConnect');
  const say = () => void socket.write(message());
  say();
  return { socket, say };
};

/** Resolves when the other side has closed it, in peace or not. */
const closed = (socket: Socket | WebSocket): Promise<void> => {
  if (!(socket instanceof WebSocket)) socket.resume();
  return new Promise(settle => void socket.once('close', () => settle()));
};

describe('connections', () => {
  test('beyond the number for one address are shut at once, those before live on', async () => {
    const { streams, heard, until } = await stage({ connectionsOfPeer: 3 });
    const at = streams.listening('tcp')!;
    const first = await dial(at);
    await Promise.all([dial(at), dial(at)]);
    first.write(message());
    await until(() => heard.length === 1);
    await closed(await dial(at));
    expect(streams.size()).toBe(3);
    first.write(message());
    await until(() => heard.length === 2);
  });

  test('of a flood take no more than the limit in all, and leave nothing behind', async () => {
    const { streams, until } = await stage({ connections: 20 });
    const at = streams.listening('tcp')!;
    const flood = await Promise.all(Array.from({ length: 200 }, () => dial(at)));
    expect(streams.size()).toBeLessThanOrEqual(20);
    for (const socket of flood) socket.destroy();
    await until(() => streams.size() === 0);
    await dial(at);
  });

  test.each(['tls', 'wss'] as const)('that never agree on TLS are closed (%s)', async transport => {
    const { streams } = await stage({ handshakeMs: 60, firstMessageMs: 60 }, { [transport]: LOCAL });
    await closed(await dial(streams.listening(transport)!));
  });

  test.each(['ws', 'wss'] as const)('that never become a WebSocket are closed (%s)', async transport => {
    const { streams } = await stage({ handshakeMs: 60 }, { [transport]: LOCAL });
    const { port, host } = streams.listening(transport)!;
    const socket =
      transport === 'ws' ? await dial({ host, port }) : connectTls({ port, host, rejectUnauthorized: false });
    socket.on('error', () => {});
    closing.push(() => socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: h\r\n');
    await closed(socket);
  });

  test.each([
    ['that speak no SIP', []],
    ['of pages of others', ['Sec-WebSocket-Protocol: sip', 'Origin: https://evil.example']],
  ])('%s are turned away, and do not stay though their owners do', async (_what, lines) => {
    const { streams } = await stage({}, { ws: LOCAL });
    const { port } = streams.listening('ws')!;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    closing.push(() => socket.destroy());
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
    socket.write(['GET / HTTP/1.1', 'Host: house.test', ...upgrade, key, ...lines, '', ''].join('\r\n'));
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 40[03] /);
    await expect.poll(streams.size).toBe(0);
  });

  test('that say nothing are closed; line ends are nothing', async () => {
    const { streams } = await stage({ firstMessageMs: 60 });
    const socket = await dial(streams.listening('tcp')!);
    const knocking = setInterval(() => socket.write('\r\n'), 10);
    await closed(socket);
    clearInterval(knocking);
  });

  test.each(['tcp', 'tls', 'wss'] as const)(
    'of strangers have their minute, whatever they say in it (%s)',
    async kind => {
      const { streams, heard, until, answering } = await stage({ strangerMs: 200 }, { [kind]: LOCAL }, () => false);
      const at = streams.listening(kind)!;
      const met: Link[] = [];
      answering(link => void met.push(link));
      const friend = await speaking(kind, at);
      await until(() => heard.length === 1);
      met[0]!.know();
      const stranger = await speaking(kind, at);
      await until(() => heard.length === 2);
      await closed(stranger.socket);
      friend.say();
      await until(() => heard.length === 3);
      expect(streams.size()).toBe(1);
    },
  );

  test('that are not used any more are closed', async () => {
    const { streams, heard, until } = await stage({ idleMs: 60 });
    const socket = await dial(streams.listening('tcp')!);
    socket.write(message());
    await until(() => heard.length === 1);
    await closed(socket);
  });

  test('that drip one octet after the other are closed in the middle of the message', async () => {
    const { streams, heard } = await stage({ messageMs: 80 });
    const socket = await dial(streams.listening('tcp')!);
    let sent = 0;
    const drip = setInterval(() => socket.write(message().slice(sent, ++sent)), 5);
    await closed(socket);
    clearInterval(drip);
    expect(heard).toEqual([]);
  });
});

describe('messages', () => {
  test('of any size up to the limit come through, one beyond it ends the stream', async () => {
    const { streams, heard, garbage, until } = await stage({});
    const socket = await dial(streams.listening('tcp')!);
    socket.write(message('x'.repeat(60_000)) + message('y'));
    await until(() => heard.length === 2);
    socket.write(message('x'.repeat(70_000)));
    await closed(socket);
    expect(garbage).toEqual(['malformed Content-Length']);
    expect(heard).toHaveLength(2);
  });

  test.each(['ws', 'wss'] as const)(
    'of %s: one a frame, text or binary, a giant one ends the connection',
    async transport => {
      const { streams, heard, until } = await stage({}, { [transport]: LOCAL });
      const { port } = streams.listening(transport)!;
      const socket = new WebSocket(`${transport}://127.0.0.1:${port}`, 'sip', { rejectUnauthorized: false });
      socket.on('error', () => {});
      await once(socket, 'open');
      expect(socket.protocol).toBe('sip');
      socket.send('one');
      socket.send(Buffer.from('two'));
      await until(() => heard.length === 2);
      expect(heard).toEqual(['one', 'two']);
      socket.send('\r\n\r\n');
      expect(String((await once(socket, 'message'))[0])).toBe('\r\n');
      socket.send('x'.repeat(70_000));
      const [code] = await once(socket, 'close');
      expect(code).toBe(1_009);
      expect(heard).toHaveLength(2);
    },
  );

  test('a keep-alive is answered with one line end', async () => {
    const { streams } = await stage({});
    const socket = await dial(streams.listening('tcp')!);
    socket.write('\r\n\r\n');
    expect(String((await once(socket, 'data'))[0])).toBe('\r\n');
  });
});

describe('who does not read', () => {
  /** Answers each message with so much that the sockets' own buffers fill soon. */
  const deaf = async (limits: Partial<StreamLimits>) => {
    const made = await stage(limits);
    const socket = await dial(made.streams.listening('tcp')!);
    socket.pause();
    made.answering(link => link.send(Buffer.alloc(64_000, 'x'), () => {}));
    return { ...made, socket };
  };

  test('is not read from any further, and then closed', async () => {
    const { heard, gone, until, socket } = await deaf({
      unsentBytes: 64_000_000,
      unsentBytesToPause: 64_000,
      stalledMs: 150,
    });
    for (let i = 0; i < 1_000; i++) socket.write(message(String(i)));
    await until(() => gone() === 1);
    expect(heard.length).toBeLessThan(1_000);
  });

  test('is closed when too much waits for him', async () => {
    const { streams, gone, until, socket } = await deaf({ unsentBytes: 200_000, unsentBytesToPause: 64_000_000 });
    for (let i = 0; i < 200; i++) socket.write(message());
    await until(() => gone() === 1);
    expect(streams.size()).toBe(0);
  });
});

describe('connections of ours', () => {
  const far = async (onSocket: (socket: Socket) => void) => {
    const server = createServer(onSocket);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    closing.push(() => new Promise(settle => server.close(settle)));
    return { host: '127.0.0.1', port };
  };

  test('are opened once for all that goes to a destination, and used again', async () => {
    let connections = 0;
    let got = '';
    const settled = Promise.withResolvers<void>();
    const to = await far(socket => {
      connections++;
      closing.push(() => socket.destroy());
      socket.on('data', chunk => {
        got += chunk;
        if (got.endsWith('five')) settled.resolve();
      });
    });
    const { streams } = await stage({});
    for (const text of ['one', 'two', 'three', 'four', 'five']) {
      streams.send('tcp', to, Buffer.from(text), () => expect.unreachable('it fails'));
    }
    await settled.promise;
    expect([connections, got]).toEqual([1, 'onetwothreefourfive']);
  });

  test('have room of their own: however many come in, ours are opened', async () => {
    const got = Promise.withResolvers<string>();
    const to = await far(socket => {
      closing.push(() => socket.destroy());
      socket.on('data', chunk => got.resolve(String(chunk)));
    });
    const { streams, until } = await stage({ connections: 3 });
    const at = streams.listening('tcp')!;
    const flood = Promise.all(Array.from({ length: 3 }, async () => (await dial(at)).write(message())));
    await Promise.all([flood, until(() => streams.size() === 3)]);
    streams.send('tcp', to, Buffer.from('ours'), because => got.resolve(because));
    expect(await got.promise).toBe('ours');
    expect(streams.size()).toBeLessThanOrEqual(4);
  });

  test('end when nobody has used them longest and there is no more room: a line that leads elsewhere each time stops nobody', async () => {
    const got: string[] = [];
    const news = { see: () => {} };
    const to = () =>
      far(socket => {
        closing.push(() => socket.destroy());
        socket.on('data', chunk => {
          got.push(String(chunk));
          news.see();
        });
      });
    const { streams } = await stage({ connections: 2, keepAliveMs: 60_000 });
    const say = async (where: Address, text: string) => {
      const said = Promise.withResolvers<void>();
      news.see = () => got.includes(text) && said.resolve();
      streams.send('tcp', where, Buffer.from(text), because => said.reject(new Error(because)));
      await said.promise;
    };
    const [carrier, ...others] = await Promise.all([to(), to(), to(), to()]);
    for (const [n, other] of others.entries()) {
      await say(carrier!, `carrier ${n}`);
      await say(other, `elsewhere ${n}`);
    }
    expect(got).toHaveLength(6);
    expect(streams.size()).toBe(2);
  });

  test('that cannot be opened fail everything that waited, and only so much waits', async () => {
    const to = await far(() => {});
    await closing.pop()?.();
    const { streams } = await stage({ queuedBytes: 10 });
    const reasons = await Promise.all(
      ['1234', '5678', '90123'].map(
        text => new Promise<string>(settle => streams.send('tcp', to, Buffer.from(text), settle)),
      ),
    );
    expect(reasons).toEqual(['unreachable', 'unreachable', 'unreachable']);
    expect(streams.size()).toBe(0);
  });

  test('keep translators open and end with the exchange', async () => {
    const pinged = Promise.withResolvers<string>();
    const ended = Promise.withResolvers<void>();
    const to = await far(socket => {
      socket.on('data', chunk => {
        if (String(chunk).endsWith('\r\n\r\n')) pinged.resolve(String(chunk));
      });
      socket.on('error', () => {});
      socket.once('close', () => ended.resolve());
    });
    const { streams } = await stage({ keepAliveMs: 40 });
    streams.send('tcp', to, Buffer.from('x'), () => {});
    await pinged.promise;
    await streams.close();
    await ended.promise;
  });
});
