import { createSocket, type Socket } from 'node:dgram';
import { isIPv6, SocketAddress } from 'node:net';
import { instant } from '@lianxian/core/kit';
import { type Address, unmapped } from '../net/address.ts';
import { createAllowance } from '../rtp/allowance.ts';

/**
 * Tells browsers under which address they are seen (RFC 5389 binding requests; no credentials, nothing else of STUN). The
 * port of the seats' sound answers its own calls' requests alone, so this is a port beside it. An answer is a dozen octets
 * longer than what was asked, and there is a limit to all of them: nobody is flooded by it in somebody else's name.
 */
const MAGIC = 0x21_12_a4_42;
const HEADER = 20;
const BINDING_REQUEST = 0x0001;
const BINDING_SUCCESS = 0x0101;
const XOR_MAPPED_ADDRESS = 0x0020;
/** Two hundred seats that come back at once ask two or three times each. */
const ANSWERS = { perSecond: 500, burst: 1_000 } as const;

const bytesOf = (host: string): Buffer => {
  if (!isIPv6(host)) return Buffer.from(host.split('.').map(Number));
  const { address } = new SocketAddress({ address: host, family: 'ipv6' });
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16)));
  const [first, last] = [groups(head), groups(tail)];
  const all = [...first, ...Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0), ...last];
  return Buffer.from(all.flatMap(group => [group >> 8, group & 0xff]));
};

/** The answer to a binding request; null for whatever else came. */
const answerBinding = (request: Uint8Array, from: Address): Buffer | null => {
  const asked = Buffer.from(request.buffer, request.byteOffset, request.byteLength);
  const isBinding = asked.length >= HEADER && asked.length <= 548 && asked.readUInt16BE(0) === BINDING_REQUEST;
  if (!isBinding || asked.readUInt32BE(4) !== MAGIC || asked.readUInt16BE(2) !== asked.length - HEADER) return null;
  const address = bytesOf(from.host);
  // The cookie and, for IPv6, the transaction's name (RFC 5389 §15.2).
  const mask = asked.subarray(4, HEADER);
  const answer = Buffer.alloc(HEADER + 8 + address.length);
  answer.writeUInt16BE(BINDING_SUCCESS, 0);
  answer.writeUInt16BE(8 + address.length, 2);
  mask.copy(answer, 4);
  answer.writeUInt16BE(XOR_MAPPED_ADDRESS, HEADER);
  answer.writeUInt16BE(4 + address.length, HEADER + 2);
  answer.writeUInt8(address.length === 4 ? 1 : 2, HEADER + 5);
  answer.writeUInt16BE(from.port ^ (MAGIC >>> 16), HEADER + 6);
  for (let i = 0; i < address.length; i++) answer[HEADER + 8 + i] = (address[i] ?? 0) ^ (mask[i] ?? 0);
  return answer;
};

/** Rejects with the system's error when the port cannot be had; 0 takes any. */
export const openStun = async ({
  host,
  port,
}: Address): Promise<{ readonly port: number; readonly close: () => void }> => {
  const socket: Socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const mayAnswer = createAllowance(ANSWERS);
  await new Promise<void>((settle, reject) => {
    socket.once('error', reject);
    socket.bind({ address: host, port, exclusive: true }, () => {
      socket.off('error', reject).on('error', () => undefined);
      settle();
    });
  });
  socket.on('message', (request, { address, port: from }) => {
    const answer = answerBinding(request, { host: unmapped(address), port: from });
    if (answer !== null && mayAnswer(1, instant(performance.now()))) socket.send(answer, from, address);
  });
  return { port: socket.address().port, close: () => socket.close() };
};
