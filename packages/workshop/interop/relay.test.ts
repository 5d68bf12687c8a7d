import { createSocket, type Socket } from 'node:dgram';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRelay } from './relay.ts';

const LOOPBACK = '127.0.0.1';
let platform: Socket;
let carrier: Socket;
let relay: Awaited<ReturnType<typeof openRelay>>;
const heard: { readonly platform: string[]; readonly carrier: string[] } = { platform: [], carrier: [] };
/** Where the carrier hears the relay from. */
let farPort = 0;

const opened = async (): Promise<Socket> => {
  const socket = createSocket('udp4');
  await new Promise<void>(done => socket.bind(0, LOOPBACK, done));
  return socket;
};

beforeAll(async () => {
  [platform, carrier] = await Promise.all([opened(), opened()]);
  platform.on('message', bytes => heard.platform.push(bytes.toString().split('\r\n')[0]!));
  carrier.on('message', (bytes, from) => {
    farPort = from.port;
    heard.carrier.push(bytes.toString().split('\r\n')[0]!);
  });
  relay = await openRelay();
  relay.connect(carrier.address().port);
});
afterAll(async () => {
  await relay.close();
  platform.close();
  carrier.close();
});

const message = (first: string, method: string): string =>
  [first, 'Via: SIP/2.0/UDP 127.0.0.1;branch=z9hG4bK1', 'Call-ID: one', `CSeq: 1 ${method}`, '', ''].join('\r\n');
const asks = (method: string): void =>
  void platform.send(message(`${method} sip:1@127.0.0.1 SIP/2.0`, method), relay.port, LOOPBACK);
const answers = (status: string): void => void carrier.send(message(`SIP/2.0 ${status}`, 'INVITE'), farPort, LOOPBACK);

test('an INVITE again is answered by the border with what the carrier said last, and not at all once that was final', async () => {
  asks('INVITE');
  await expect.poll(() => heard.carrier).toEqual(['INVITE sip:1@127.0.0.1 SIP/2.0']);
  answers('180 Ringing');
  await expect.poll(() => heard.platform).toEqual(['SIP/2.0 180 Ringing']);
  asks('INVITE');
  await expect.poll(() => heard.platform).toEqual(['SIP/2.0 180 Ringing', 'SIP/2.0 180 Ringing']);
  answers('200 OK');
  await expect.poll(() => heard.platform).toHaveLength(3);
  asks('INVITE');
  asks('ACK');
  await expect.poll(() => heard.carrier).toEqual(['INVITE sip:1@127.0.0.1 SIP/2.0', 'ACK sip:1@127.0.0.1 SIP/2.0']);
  expect(heard.platform.at(-1)).toBe('SIP/2.0 200 OK');
});
