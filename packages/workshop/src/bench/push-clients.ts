/**
 * Pages of the push bench, in a process of their own so that their work is not counted. Forked with the address of a
 * socket server and how many; says `{ open }` when all are open, then, whenever it is asked, what came so far:
 * `{ received, p50Ms, p99Ms, worstMs }` from the instant in each message to its arrival.
 *
 * The pages come from twenty addresses of this machine, as from as many offices: the house lets an address in so often
 * a minute and no more.
 */
import { WebSocket } from 'ws';

const [address = '', many = '0', sessions = '1'] = process.argv.slice(2);
const OFFICES = 20;
/** Opened at once; a server's backlog is no part of what is measured. */
const AT_ONCE = 100;

const waits: number[] = [];

const openOne = (n: number): Promise<void> => {
  const url = address.replace('{session}', String(n % Number(sessions)));
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    localAddress: `127.0.0.${2 + (n % OFFICES)}`,
  });
  socket.on('message', data => {
    const said = /"msg":"([\d.]+)/.exec(String(data))?.[1];
    if (said !== undefined) waits.push(performance.timeOrigin + performance.now() - Number(said));
  });
  return new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('close', code => reject(new Error(`closed with ${code}`)));
  });
};

const openAll = async (): Promise<void> => {
  let next = 0;
  const opening = async () => {
    while (next < Number(many)) {
      next += 1;
      await openOne(next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, opening));
};

process.on('message', () => {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
  process.send?.({ received: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), worstMs: sorted.at(-1) ?? 0 });
});
process.once('disconnect', () => process.exit());
await openAll();
process.send?.({ open: Number(many) });
