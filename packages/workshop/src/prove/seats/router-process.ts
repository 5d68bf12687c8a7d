import { z } from 'zod';
import { translateTcp, translateUdp } from './translation.ts';

/** A router with address translation, in a network namespace of its own (`namespaces.ts`); says `open` and routes until it is ended. */
const routes = z.object({
  /** Where the page reaches us. */
  near: z.string(),
  /** How the house sees us. */
  as: z.string(),
  to: z.string(),
  udp: z.array(z.number()),
  tcp: z.array(z.number()),
});

const { near, as, to, udp, tcp } = routes.parse(JSON.parse(process.argv[2] ?? ''));
await Promise.all([
  ...udp.map(port => translateUdp({ host: near, port }, { host: to, port }, as)),
  ...tcp.map(port => translateTcp({ host: near, port }, { host: to, port })),
]);
process.stdout.write('open\n');
