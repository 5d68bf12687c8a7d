import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { openBus } from '../../../server/src/platform/bus.ts';
import { openDatabase } from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { openPushSender } from '../../../server/src/platform/push/index.ts';
import { until } from '../../journeys/house/api.ts';
import { type House, startHouse } from '../../journeys/house/house.ts';
import { openDirect } from '../prove/database.ts';
import { cpuSecondsOf, pidsOfHouse, residentKib, stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';

/**
 * Ten thousand open pages of one merchant in one web process, and messages to all of them: from a process of its own
 * through PostgreSQL, as every push goes. Beside it, in the same round, a bare `ws` server that writes the same message
 * once and sends it to as many. Processor time is that of the process that holds the sockets.
 */
const PAGES = 10_000;
/** Twenty pages a session are the most. */
const SESSIONS = 500;
const MESSAGES = 30;
const EVERY_MS = 1_000;
/** Longer than a beat: who may still be in is looked up once. */
const IDLE_MS = 35_000;
const ARRIVAL_LIMIT_MS = 60_000;

const arrived = z.object({ received: z.number(), p50Ms: z.number(), p99Ms: z.number(), worstMs: z.number() });
const portTold = z.object({ port: z.number() });

interface Fanned extends z.infer<typeof arrived> {
  /** Of the process with the sockets, for one message to one page. */
  readonly cpuMicroseconds: number;
  readonly kibPerPage: number;
  readonly stolenSeconds: number;
}
interface PushFigure {
  readonly bare: Fanned;
  readonly house: Fanned;
  /** All pages open and nothing said: of a core. */
  readonly idleCore: number;
  readonly ratio: number;
}

const forked = (file: string, args: readonly string[] = []): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), args);

const openPages = async (address: string): Promise<ChildProcess> => {
  const pages = forked('./push-clients.ts', [address, String(PAGES), String(SESSIONS)]);
  const gone = once(pages, 'exit').then(() => {
    throw new Error('the pages could not be opened');
  });
  await Promise.race([once(pages, 'message'), gone]);
  gone.catch(() => undefined);
  return pages;
};

/** Sends to all pages again and again and counts what the process with the sockets takes for it. */
const fan = async (
  pid: number,
  pages: ChildProcess,
  kibBefore: number,
  tell: (msg: string) => void,
): Promise<Fanned> => {
  const kibPerPage = (residentKib(pid) - kibBefore) / PAGES;
  const [cpu, stolen] = [cpuSecondsOf(pid), stolenSeconds()];
  for (let n = 0; n < MESSAGES; n += 1) {
    tell((performance.timeOrigin + performance.now()).toFixed(3));
    await delay(EVERY_MS);
  }
  const came = await until('all messages at all pages', ARRIVAL_LIMIT_MS, async () => {
    pages.send({});
    const so = arrived.parse((await once(pages, 'message'))[0]);
    return so.received === MESSAGES * PAGES ? so : null;
  });
  const [cpuSeconds, stolenFor] = [cpuSecondsOf(pid) - cpu, stolenSeconds() - stolen];
  return { ...came, cpuMicroseconds: (cpuSeconds * 1e6) / came.received, kibPerPage, stolenSeconds: stolenFor };
};

const measureBare = async (): Promise<Fanned> => {
  const server = forked('./push-bare.ts');
  const { port } = portTold.parse((await once(server, 'message'))[0]);
  const pid = server.pid ?? 0;
  const before = residentKib(pid);
  const pages = await openPages(`ws://127.0.0.1:${port}`);
  try {
    return await fan(pid, pages, before, msg => server.send({ msg }));
  } finally {
    pages.kill();
    server.kill();
  }
};

/** Five hundred people of a merchant of their own, each signed in; `bench-<n>` is a token. */
const provisionMerchant = async (house: House): Promise<{ merchantId: string; databaseUrl: string }> => {
  const direct = await openDirect(house.dataDir);
  try {
    const [merchant] = await direct.rows<{ id: string }>(
      `insert into merchant (number, name) values ('700001', '推送') returning id`,
    );
    await direct.rows(
      `with people as (
         insert into employee (merchant_id, account, name, password_hash, role_code)
         select $1, 'p' || n, 'p' || n, '', 'company' from generate_series(0, $2::int - 1) n
         returning id, substr(account, 2) as n
       )
       insert into session (token_hash, merchant_id, employee_id, created_at, seen_at, expires_at)
       select sha256(convert_to('bench-' || n, 'UTF8')), $1, id, now(), now(), now() + interval '1 day' from people`,
      [merchant?.id, SESSIONS],
    );
    return { merchantId: merchant?.id ?? '', databaseUrl: await direct.url() };
  } finally {
    await direct.close();
  }
};

const measureHouse = async (): Promise<{ house: Fanned; idleCore: number }> => {
  const house = await startHouse({ PRACTICE: 'off', LOG_LEVEL: 'warn' });
  const log = openLog('silent', 'bench');
  try {
    const { merchantId, databaseUrl } = await provisionMerchant(house);
    const [pid = 0] = pidsOfHouse(house.supervisorPid, /--role web/);
    const database = openDatabase(databaseUrl, log, { most: 2 });
    const bus = await openBus(databaseUrl, database, log);
    const push = openPushSender(database.db, bus, log);
    const before = residentKib(pid);
    const pages = await openPages(`${house.url.replace('http', 'ws')}/frontWsServer?token=bench-{session}&after=`);
    try {
      const cpu = cpuSecondsOf(pid);
      await delay(IDLE_MS);
      const idleCore = ((cpuSecondsOf(pid) - cpu) * 1_000) / IDLE_MS;
      return { idleCore, house: await fan(pid, pages, before, msg => push.toMerchant(merchantId, { type: 1, msg })) };
    } finally {
      pages.kill();
      await push.close();
      await bus.close();
      await database.close();
    }
  } finally {
    await house.stop();
  }
};

/** One round after the other: the bare server, then the house. */
export const measurePush = async (rounds: number): Promise<PushFigure[]> => {
  const all: PushFigure[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const bare = await measureBare();
    const { house, idleCore } = await measureHouse();
    const ratio = house.cpuMicroseconds / bare.cpuMicroseconds;
    all.push({ bare, house, idleCore, ratio });
    const words = (of: Fanned): string =>
      `${of.cpuMicroseconds.toFixed(2)} µs, p50 ${of.p50Ms.toFixed(0)} ms, p99 ${of.p99Ms.toFixed(0)} ms, ${of.kibPerPage.toFixed(1)} KiB a page, stolen ${of.stolenSeconds.toFixed(2)} s`;
    process.stdout.write(
      `round ${round}, ${PAGES} pages: house ${words(house)}; bare ws ${words(bare)}; ratio ${ratio.toFixed(2)}; at rest ${(100 * idleCore).toFixed(1)} % of a core\n`,
    );
  }
  return all;
};

export const pushSamples = (all: readonly PushFigure[]): Sample[] => {
  const sample = (zh: string, en: string, unit: string, digits: number, value: (of: PushFigure) => number): Sample => ({
    zh,
    en,
    unit,
    digits,
    values: all.map(value),
  });
  return [
    sample(
      '一条消息推给一个进程里的 10,000 个页面：每个页面的处理器时间',
      'a message to 10,000 pages of one process: CPU a page',
      'µs',
      2,
      ({ house }) => house.cpuMicroseconds,
    ),
    sample('同上：裸 ws 的倍数', 'the same: ratio to bare ws', '×', 2, ({ ratio }) => ratio),
    sample('同上：从说到收到，p99', 'the same: from saying to arriving, p99', 'ms', 0, ({ house }) => house.p99Ms),
    sample('同上：裸 ws 的 p99', 'the same: p99 of bare ws', 'ms', 0, ({ bare }) => bare.p99Ms),
    sample(
      '10,000 个页面都开着、没有消息：占一个核',
      '10,000 pages open and nothing said: of a core',
      '%',
      1,
      ({ idleCore }) => 100 * idleCore,
    ),
    sample('每个打开的页面占内存', 'memory of an open page', 'KiB', 1, ({ house }) => house.kibPerPage),
  ];
};
