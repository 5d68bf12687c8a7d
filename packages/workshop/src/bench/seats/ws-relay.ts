import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { AS_A_FAR_END, goAhead } from '../../../../telephony/bench/ahead.ts';

/**
 * Before the house's SIP over WebSocket, in a process of its own: passes messages on as they are and says when an INVITE of a page
 * came, by the wall clock in ms. What a page sends to `/bare` goes nowhere, and is told in the same way. Started by `fork <port>`;
 * says `{ port }`, then `{ invitedAt }`.
 */
goAhead(AS_A_FAR_END);

const target = Number(process.argv[2]);
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
server.on('listening', () => process.send?.({ port: (server.address() as AddressInfo).port }));
server.on('connection', (page, { url }) => {
  const tell = (): void => void process.send?.({ invitedAt: performance.timeOrigin + performance.now() });
  if (url === '/bare') {
    page.on('message', tell);
    return;
  }
  const house = new WebSocket(`ws://127.0.0.1:${target}`, 'sip');
  const waiting: Buffer[] = [];
  house.on('open', () => {
    for (const bytes of waiting) house.send(bytes, { binary: false });
  });
  page.on('message', (bytes: Buffer) => {
    if (bytes.subarray(0, 7).toString() === 'INVITE ') tell();
    if (house.readyState === WebSocket.OPEN) house.send(bytes, { binary: false });
    else waiting.push(bytes);
  });
  house.on('message', (bytes: Buffer) => page.send(bytes, { binary: false }));
  page.on('close', () => house.close());
  house.on('close', () => page.close());
  for (const end of [page, house]) end.on('error', () => undefined);
});
process.on('disconnect', () => process.exit(0));
