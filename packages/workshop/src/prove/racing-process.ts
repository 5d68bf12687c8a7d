/**
 * One node of a race, in a process of its own that may be killed at any time. Each call that leaves is a line of its file, written
 * before anything else knows of it: a dead process takes none with it. Started by `fork` with what {@link Node} says as JSON; a message is
 * how far its clock is from the machine's.
 */
import { appendFileSync } from 'node:fs';
import { openDatabase } from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { openJournal } from '../../../server/src/rooms/dialler/index.ts';
import { openTown } from '../../../server/test/task-town.ts';
import type { TestMerchant } from '../../../server/test/template.ts';
import type { Left } from './racing-judge.ts';

export interface Node {
  readonly url: string;
  readonly owner: string;
  readonly merchants: readonly [TestMerchant, TestMerchant];
  /** Where it tells of calls that left. */
  readonly file: string;
  readonly offset: number;
}

const node = JSON.parse(process.argv[2] ?? '') as Node;
let { offset } = node;
const now = () => ({ real: Date.now(), house: Date.now() + offset });
const asked = new Map<string, Pick<Left, 'call' | 'phone' | 'asked'>>();

const database = openDatabase(node.url, openLog('silent', 'prove'), { most: 8 });
const town = await openTown({ ...node, database, close: async () => undefined });
Object.defineProperty(town.clock, 'now', { get: () => new Date(now().house) });
const running = await town.node(node.owner, {
  journal: await openJournal(`${node.file}.journal`),
  onAsked: (call, phone) => void asked.set(call, { call, phone, asked: now() }),
  onLeft: call => {
    appendFileSync(node.file, `${JSON.stringify({ ...asked.get(call), left: now() })}\n`);
    asked.delete(call);
  },
});
process.on('message', (message: { readonly offset?: number; readonly end?: true }) => {
  if (message.offset !== undefined) offset = message.offset;
  if (message.end) void running.close().then(() => process.exit(0));
});
process.once('disconnect', () => process.exit(1));
// The database dies as well: whatever that breaks, the node goes on.
process.on('unhandledRejection', () => undefined);
process.send?.('ready');
