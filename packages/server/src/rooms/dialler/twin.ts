import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../platform/alive.ts';
import { DatabaseRefused, type UnscopedDb } from '../../platform/db/index.ts';
import { shownAs } from './dialler.store.ts';

/**
 * Two processes under one node's name (a data folder that was copied, a virtual machine that was cloned) would each take the
 * other's calls for those of its own earlier life and hang them up. Whoever comes second is refused, with a sentence.
 */

/** The same for all processes of one running machine, and of no other one. */
const machine = (): string => {
  try {
    return `${hostname()}/${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return hostname();
  }
};

/** This process, as its node shows it. */
export const lifeOfThis = (): string => `${machine()} ${process.pid} ${randomBytes(4).toString('hex')}`;

/** Nodes show themselves every 2 s: two beats and a slow database. */
const WATCH_MS = 6_000;
const LOOK_EVERY_MS = 500;

/** @throws {DatabaseRefused} when another process lives under the name; nothing has been touched by then. */
export const refuseTwin = async (db: UnscopedDb, id: string, watchMs = WATCH_MS): Promise<void> => {
  const first = await shownAs(db, id);
  if (first === null) return;
  const [where, pid] = first.life.split(' ');
  // The earlier life of this folder on this machine: whether it still runs is seen at once.
  if (where === machine() && !(Number(pid) !== process.pid && isAlive(Number(pid)))) return;
  for (const until = performance.now() + watchMs; performance.now() < until; ) {
    await delay(Math.min(LOOK_EVERY_MS, watchMs));
    const now = await shownAs(db, id);
    if (now === null) return;
    if (now.beats === first.beats) continue;
    throw new DatabaseRefused(
      `另一个进程正以同样的节点身份运行（${where}，进程 ${pid}）：数据文件夹是复制来的吗？请停掉它，或删除这个数据文件夹里的 node-id。`,
      `Another process runs under the same node id (${where}, process ${pid}): was the data folder copied? Stop it, or remove node-id from this data folder.`,
    );
  }
};
