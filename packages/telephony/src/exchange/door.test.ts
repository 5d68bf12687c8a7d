import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { certificate } from '../../test/certificate.ts';
import { createStage, noteMedia, noteSignals } from '../../test/exchanges.ts';
import { ask, tcpPhone } from '../../test/stream-phone.ts';
import { openUdpSocket } from '../net/udp-socket.ts';
import { createDoor } from './door.ts';

/** A second address of loopback stands for one of the network: what listens on every address answers there, too. */
const BEYOND = '127.0.0.2';
const anyPort = { host: '127.0.0.1', port: 0 };
const later = { opensTo: '0.0.0.0', listeners: { tcp: anyPort, tls: anyPort, wss: anyPort }, certificate };

const stage = createStage();
const others: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  await stage.clear();
  await Promise.all(others.splice(0).map(each => each.close()));
});

/** Takes a port beyond, as another program would; null: somebody has it. */
const holdUdp = async (port: number): Promise<(() => Promise<unknown>) | null> => {
  const socket = createSocket('udp4').bind({ port, address: BEYOND, exclusive: true });
  try {
    await once(socket, 'listening');
  } catch {
    return null;
  }
  const close = () => new Promise<void>(settle => socket.close(() => settle()));
  others.push({ close });
  return close;
};
const holdTcp = async (port: number): Promise<void> => {
  const server = createServer().listen(port, BEYOND);
  await once(server, 'listening');
  others.push({ close: () => new Promise(settle => server.close(settle)) });
};

const hearsUdp = async (port: number): Promise<boolean> => {
  const letGo = await holdUdp(port);
  if (letGo === null) return true;
  others.pop();
  await letGo();
  return false;
};
const hearsTcp = (port: number, host = BEYOND): Promise<boolean> =>
  new Promise(settle => {
    const socket = connect(port, host);
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
    socket.once('connect', () => socket.destroy());
  });

type Opened = Awaited<ReturnType<typeof stage.open>>;
const heardBeyond = async (exchange: Opened) => ({
  udp: await hearsUdp(exchange.localAddress.port),
  tcp: await hearsTcp(exchange.listening('tcp')!.port),
  tls: await hearsTcp(exchange.listening('tls')!.port),
  wss: await hearsTcp(exchange.listening('wss')!.port),
});
const nothing = { udp: false, tcp: false, tls: false, wss: false };

/** An exchange that may open, and a call over UDP that it has with somebody on this machine. */
const inCall = async () => {
  const ours = await stage.open({ media: noteMedia().host, ...later });
  const far = await stage.open({ media: noteMedia().host });
  const [farSignals, ourSignals] = [noteSignals(), noteSignals()];
  const called: string[] = [];
  ours.onIncoming(leg => {
    called.push(leg.leg);
    leg.answer();
    return ourSignals.on;
  });
  const trunk = { target: ours.localAddress, loopback: false, realTimeText: false };
  far.dial({ leg: 'far', trunk, to: '1', from: '2', ringTimeoutMs: 5_000 }, farSignals.on);
  await ourSignals.next('answered');
  const hangUp = async () => {
    ours.hangUp(called[0]!);
    return (await farSignals.next('ended')).ending.how;
  };
  const dialBack = async () => {
    const signals = noteSignals();
    const back = { ...trunk, target: far.localAddress };
    ours.dial({ leg: 'back', trunk: back, to: '3', from: '4', ringTimeoutMs: 5_000 }, signals.on);
    return (await signals.next('ended')).ending;
  };
  return { ours, hangUp, dialBack };
};

describe('a port that may open later', () => {
  test('hears nobody beyond this machine before; then UDP, TCP and TLS do, and pages stay where they were', async () => {
    const exchange = await stage.open({ media: noteMedia().host, ...later });
    const { port } = exchange.localAddress;
    expect(await heardBeyond(exchange)).toEqual(nothing);
    expect(exchange.door.state()).toEqual({ isOpen: false, because: null });
    expect(await exchange.door.open()).toEqual({ isOpen: true, because: null });
    expect(await heardBeyond(exchange)).toEqual({ udp: true, tcp: true, tls: true, wss: false });
    expect(exchange.localAddress).toEqual({ host: '0.0.0.0', port });
    expect(await exchange.door.open()).toEqual({ isOpen: true, because: null });
  });

  test('keeps its calls and connections while it opens, and what is said meanwhile leaves', async () => {
    const { ours, hangUp, dialBack } = await inCall();
    const phone = await tcpPhone(ours.listening('tcp')!);
    const opening = ours.door.open();
    const back = dialBack();
    expect(await opening).toEqual({ isOpen: true, because: null });
    // Nobody takes calls there; that it said so is what counts.
    expect(await back).toMatchObject({ how: 'refused' });
    phone.say(ask('OPTIONS', { transport: 'TCP', host: '127.0.0.1:9' }));
    expect((await phone.status(200)).status).toBe(200);
    expect(await hangUp()).toBe('byThem');
    phone.cut();
  });

  test.each(['udp', 'tcp', 'tls'] as const)(
    'stays as it is, and says why, when another program has its %s port beyond',
    async transport => {
      const { ours, hangUp } = await inCall();
      const { port } = ours.listening(transport)!;
      if (transport === 'udp') await holdUdp(port);
      else await holdTcp(port);
      expect(await ours.door.open()).toEqual({ isOpen: false, because: 'EADDRINUSE' });
      expect(ours.door.state()).toEqual({ isOpen: false, because: 'EADDRINUSE' });
      expect(ours.localAddress.host).toBe('127.0.0.1');
      expect(await heardBeyond(ours)).toEqual({ ...nothing, [transport]: true });
      for (const kind of ['tcp', 'tls', 'wss'] as const)
        expect(await hearsTcp(ours.listening(kind)!.port, '127.0.0.1'), kind).toBe(true);
      const trunk = { target: { host: '192.0.2.1', port: 5_060 }, loopback: false, realTimeText: false };
      expect(await ours.probe(trunk)).toMatchObject({ code: null, because: 'notOpen' });
      const signals = noteSignals();
      ours.dial({ leg: 'out', trunk, to: '3', from: '4', ringTimeoutMs: 5_000 }, signals.on);
      expect((await signals.next('ended')).ending).toMatchObject({ how: 'notOpen' });
      expect(await hangUp()).toBe('byThem');
    },
  );

  test('opens for the first request that is to leave this machine, and for none that stays on it', async () => {
    const { ours, dialBack } = await inCall();
    await dialBack();
    expect(ours.door.state().isOpen).toBe(false);
    // An address of documentation (RFC 5737): nobody answers, or there is no way to it.
    void ours.probe({ target: { host: '192.0.2.1', port: 5_060 }, loopback: false });
    await expect.poll(() => ours.door.state().isOpen).toBe(true);
  });

  test('closes in the midst of opening, with nothing left open', async () => {
    const exchange = await stage.open({ media: noteMedia().host, ...later });
    const { port } = exchange.localAddress;
    const opening = exchange.door.open();
    await exchange.close();
    await opening;
    expect(await hearsUdp(port)).toBe(false);
    expect(await hearsTcp(exchange.listening('tcp')!.port)).toBe(false);
  });
});

test('what is to leave while a socket moves waits for that, and leaves', async () => {
  const phone = await stage.openPhone();
  const socket = await openUdpSocket(anyPort, () => {});
  others.push(socket);
  const failures: string[] = [];
  const moving = socket.move('0.0.0.0');
  const options = ask('OPTIONS', { transport: 'UDP', host: '127.0.0.1:9' });
  socket.send(Buffer.from(options), phone.address, () => void failures.push('failed'));
  await phone.request('OPTIONS');
  await moving;
  expect(failures).toEqual([]);
});

test('an address that was set is where it listens, and stays', async () => {
  const exchange = await stage.open({ media: noteMedia().host });
  expect(await exchange.door.open()).toEqual({ isOpen: true, because: null });
  expect(exchange.localAddress.host).toBe('127.0.0.1');
});

test('whoever asks while it opens waits for that; what was refused is not asked again at once, and may open later', async () => {
  let atMs = 0;
  const moves: string[] = [];
  let taken = true;
  const move = async (host: string) => {
    moves.push(host);
    if (taken) throw Object.assign(new Error('taken'), { code: 'EADDRINUSE' });
  };
  const door = createDoor({ bind: '127.0.0.1', opensTo: '0.0.0.0', move, now: () => atMs });
  const refused = { isOpen: false, because: 'EADDRINUSE' };
  expect(await Promise.all([door.open(), door.open(), door.reaches('192.0.2.1')])).toEqual([refused, refused, false]);
  expect(await door.open()).toEqual(refused);
  expect(moves).toEqual(['0.0.0.0']);
  expect([await door.reaches('127.0.0.9'), door.host()]).toEqual([true, '127.0.0.1']);
  taken = false;
  atMs = 2_000;
  expect(await door.reaches('192.0.2.1')).toBe(true);
  expect([moves, door.host(), door.state()]).toEqual([
    ['0.0.0.0', '0.0.0.0'],
    '0.0.0.0',
    { isOpen: true, because: null },
  ]);
});
