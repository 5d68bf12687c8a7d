/**
 * The floor of the push bench: `ws` alone. Forked, it says `{ port }`; for every `{ msg }` it is told it writes the message
 * once and sends it to all its sockets.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { z } from 'zod';

const told = z.object({ msg: z.string() });
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
let seq = 0;

process.on('message', message => {
  seq += 1;
  const text = JSON.stringify({ type: 1, msg: told.parse(message).msg, seq });
  for (const socket of sockets.clients) socket.send(text);
});
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.({ port: (server.address() as AddressInfo).port });
