import { createSocket, type Socket } from 'node:dgram';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRelay, type Relay } from './relay.ts';

/** Somebody with a UDP port on each side of the relay. */
const party = async () => {
  const socket: Socket = createSocket('udp4');
  const heard: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  let from = 0;
  socket.on('message', (bytes, { port }) => {
    from = port;
    const next = waiting.shift();
    if (next) next(bytes.toString());
    else heard.push(bytes.toString());
  });
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
  return {
    port: socket.address().port,
    send: (text: string, port: number) => socket.send(text, port, '127.0.0.1'),
    answer: (text: string) => socket.send(text, from, '127.0.0.1'),
    next: () => new Promise<string>(resolve => (heard.length > 0 ? resolve(heard.shift()!) : waiting.push(resolve))),
    close: () => new Promise<void>(resolve => socket.close(() => resolve())),
  };
};
type Party = Awaited<ReturnType<typeof party>>;

let platform: Party;
let carrier: Party;
let relay: Relay;
beforeEach(async () => {
  [platform, carrier] = [await party(), await party()];
  relay = await openRelay(carrier.port);
});
afterEach(async () => {
  relay.close();
  await Promise.all([platform.close(), carrier.close()]);
});

const request = (method: string, callId: string, cseq: number, tag = '') =>
  `${method} sip:15400000101@127.0.0.1:5090 SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:5060;branch=z9hG4bK-${cseq};rport\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:15400000101@b>${tag}\r\nCall-ID: ${callId}\r\nCSeq: ${cseq} ${method}\r\nContent-Length: 0\r\n\r\n`;
const answerTo = (callId: string, status: string, cseq = '1 INVITE') =>
  `SIP/2.0 ${status}\r\nTo: <sip:15400000101@b>;tag=2\r\nCall-ID: ${callId}\r\nCSeq: ${cseq}\r\nContent-Length: 0\r\n\r\n`;

test('a call is counted by its Call-ID: repeats and the one with credentials are the same call', async () => {
  for (const [callId, cseq] of [
    ['one', 1],
    ['one', 1],
    ['one', 2],
    ['two', 1],
  ] as const) {
    platform.send(request('INVITE', callId, cseq), relay.port);
    expect(await carrier.next()).toContain(`Call-ID: ${callId}`);
  }
  const third = relay.next('third call', ({ callId }) => callId === 'three', 5_000);
  platform.send(request('INVITE', 'three', 1), relay.port);
  await third;
  expect(relay.calls().map(({ callId, phone }) => `${callId} ${phone}`)).toEqual([
    'one 15400000101',
    'two 15400000101',
    'three 15400000101',
  ]);
});

test('it stands in the route, so that ACK and BYE come by, from whichever side', async () => {
  platform.send(request('INVITE', 'one', 1), relay.port);
  expect(await carrier.next()).toContain(`Record-Route: <sip:127.0.0.1:${relay.port};lr>`);
  const ringing = relay.next('ringing', call => call.ringingAt !== null, 5_000);
  carrier.answer(answerTo('one', '180 Ringing'));
  expect((await ringing).answeredAt).toBeNull();
  expect(await platform.next()).toContain('180 Ringing');
  const talking = relay.next('talk', call => call.confirmedAt !== null, 5_000);
  carrier.answer(answerTo('one', '200 OK'));
  await platform.next();
  platform.send(request('ACK', 'one', 1, ';tag=2'), relay.port);
  await talking;
  const over = relay.next('end', call => call.hungUpAt !== null, 5_000);
  carrier.send(request('BYE', 'one', 7, ';tag=1'), relay.port);
  expect((await over).hungUpBy).toBe('carrier');
  expect(await platform.next()).toContain('BYE');
});

test('INVITEs that are kept back reach the carrier only when they are let go', async () => {
  relay.hold();
  const held = relay.next('INVITE kept back', call => call.heldAt !== null, 5_000);
  platform.send(request('INVITE', 'one', 1), relay.port);
  await held;
  platform.send(request('OPTIONS', 'health', 1), relay.port);
  expect(await carrier.next()).toContain('OPTIONS');
  relay.letGo(true);
  expect(await carrier.next()).toContain('INVITE');
});
