import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  type Database,
  inTransaction,
  merchantDb,
  migrate,
  openDatabase,
  startEmbedded,
} from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { createOwner } from '../../../server/src/rooms/accounts/index.ts';
import { enqueue, findUsable } from '../../../server/src/rooms/sms/index.ts';
import { anyHour, setPlatformRules, setRules } from '../../../server/test/rules.ts';
import { cpuSecondsOf, stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';
import { openCentre } from './sms-centre.ts';

/**
 * Text messages over SMPP: the sender as a process of its own, over PostgreSQL, to a message centre on loopback, from rows that wait
 * until their ends are written; beside it the library alone, which submits the same text as often. Processor time is of the two
 * processes; databases and the centre are not in it.
 */
interface SmsRound {
  /** ms a message. */
  readonly houseMs: number;
  readonly bareMs: number;
  readonly perSecond: number;
  readonly stolenSeconds: number;
}

const WARM = 2_000;
const WINDOW = 100;
const TEXT = '您预约的课程明天上午十点开始，请准时到店，地址见您的订单。';
const AT_ONCE = 2_000;

const bare = async (port: number, messages: number): Promise<number> => {
  const child: ChildProcess = fork(fileURLToPath(new URL('./sms-bare.ts', import.meta.url)));
  child.send({ port, text: `【启航】${TEXT}`, window: WINDOW, warm: WARM, messages });
  const [told] = await once(child, 'message');
  child.kill();
  return (z.object({ cpuSeconds: z.number() }).parse(told).cpuSeconds * 1_000) / messages;
};

/** A merchant with a template and the centre as its provider. */
const layGround = async ({ db, pool }: Database, port: number) => {
  const names = { merchantNumber: '200001', merchantName: '启航教育', name: '管理员', demo: false };
  const { merchantId } = await createOwner(db, { account: 'owner', password: 'secret-200001', ...names });
  await setPlatformRules({ pool }, anyHour);
  await setRules({ pool }, merchantId, { hours: { from: 0, to: 1_440 } });
  const settings = {
    ...{ kind: 'smpp', host: '127.0.0.1', port, tls: false, systemId: 'bench', systemType: '', source: '10690' },
    ...{ sourceTon: 0, sourceNpi: 0, destTon: 0, destNpi: 0, prefix: '', window: WINDOW },
  };
  await pool.query(
    `insert into sms_provider (merchant_id, name, kind, settings, callback, rank, share, per_second)
     values ($1, 'SMPP', 'smpp', $2, 'bench', 1, 100, 1000)`,
    [merchantId, JSON.stringify(settings)],
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into sms_template (merchant_id, name, kind, signature, content, state, made_by)
     values ($1, '提醒', 'notice', '启航', $2, 'usable', 1) returning id`,
    [merchantId, TEXT],
  );
  return { merchantId, template: (await findUsable(merchantDb(db, merchantId), rows[0]!.id))! };
};
type Ground = Awaited<ReturnType<typeof layGround>>;

/** Written, and held back until they are all there. */
const write = async (database: Database, { merchantId, template }: Ground, from: number, messages: number) => {
  for (let n = 0; n < messages; n += AT_ONCE) {
    const people = Array.from({ length: Math.min(AT_ONCE, messages - n) }, (_, at) => ({
      ...{ request: `bench ${from + n + at}`, phone: String(13_700_000_000 + from + n + at), name: '', values: {} },
      ...{ callId: null, taskId: null, ownerId: null },
    }));
    await inTransaction(database.db, async tx => {
      await enqueue(tx, { merchantId, template, source: 'batch' }, people);
    });
  }
};

const left = async ({ pool }: Database): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    "select count(*)::int as n from sms_message where state in ('queued', 'handing')",
  );
  return rows[0]!.n;
};
const LONGEST_MS = 600_000;
const untilSent = async (database: Database): Promise<void> => {
  for (const limit = performance.now() + LONGEST_MS; (await left(database)) > 0; await delay(100))
    if (performance.now() > limit) throw new Error('text messages were not sent');
};

const oneRound = async (database: Database, url: string, messages: number): Promise<SmsRound> => {
  const centre = await openCentre();
  const ground = await layGround(database, centre.port);
  const script = fileURLToPath(new URL('../../../server/test/sms-process.ts', import.meta.url));
  const sender = fork(script, [url], { stdio: 'ignore' });
  try {
    await write(database, ground, 0, WARM);
    await untilSent(database);
    await database.pool.query("alter table sms_message alter column due_at set default 'infinity'");
    await write(database, ground, WARM, messages);
    await database.pool.query('vacuum analyze sms_message');
    const [stolen, before, began] = [stolenSeconds(), cpuSecondsOf(sender.pid!), performance.now()];
    await database.pool.query("update sms_message set due_at = now() where state = 'queued'");
    await untilSent(database);
    const tookMs = performance.now() - began;
    const houseMs = ((cpuSecondsOf(sender.pid!) - before) * 1_000) / messages;
    const { rows } = await database.pool.query<{ n: number }>(
      "select count(*)::int as n from sms_message where state = 'sent'",
    );
    if (rows[0]!.n !== WARM + messages || centre.taken() !== WARM + messages)
      throw new Error(`${rows[0]!.n} of ${WARM + messages} messages were sent, ${centre.taken()} taken`);
    const bareMs = await bare(centre.port, messages);
    return { houseMs, bareMs, perSecond: messages / (tookMs / 1_000), stolenSeconds: stolenSeconds() - stolen };
  } finally {
    sender.kill();
    await once(sender, 'exit');
    await centre.close();
  }
};

export const measureSms = async (rounds: number, messages: number): Promise<readonly SmsRound[]> => {
  const all: SmsRound[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'lianxian-sms-'));
    // PostgreSQL runs as another user when we are root, and must be able to pass.
    await chmod(folder, 0o711);
    const log = openLog('silent', 'bench');
    const embedded = await startEmbedded({ folder: join(folder, 'postgres') });
    const database = openDatabase(embedded.url, log, { statementLimitMs: 0 });
    try {
      await migrate(database);
      const one = await oneRound(database, embedded.url, messages);
      all.push(one);
      const [house, alone] = [one.houseMs, one.bareMs].map(ms => ms.toFixed(3));
      process.stdout.write(
        `round ${round}: ${one.perSecond.toFixed(0)} messages a second, ${house} ms CPU each, the library alone ${alone}, stolen ${one.stolenSeconds.toFixed(2)} s\n`,
      );
    } finally {
      await database.close();
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
  return all;
};

const MOST_TIMES = 3;
const LEAST_PER_SECOND = 500;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const timesOf = ({ houseMs, bareMs }: SmsRound): number => houseMs / bareMs;

/** A sentence for each bound that it is over. */
export const smsTooDear = (all: readonly SmsRound[]): readonly string[] => {
  const [times, perSecond] = [median(all.map(timesOf)), median(all.map(one => one.perSecond))];
  return [
    ...(times <= MOST_TIMES
      ? []
      : [`a text message takes ${times.toFixed(2)} × the library's, more than ${MOST_TIMES}`]),
    ...(perSecond >= LEAST_PER_SECOND
      ? []
      : [`${perSecond.toFixed(0)} text messages a second, fewer than ${LEAST_PER_SECOND}`]),
  ];
};

export const smsSamples = (all: readonly SmsRound[]): readonly Sample[] => [
  {
    zh: '短信（SMPP）：每条的处理器毫秒（发送进程，不含数据库和对端）',
    en: 'text messages (SMPP): CPU ms each (the sending process, without database and far end)',
    unit: 'ms',
    digits: 3,
    values: all.map(one => one.houseMs),
  },
  {
    zh: '短信：只用库提交同样的内容',
    en: 'text messages: the library alone, submitting the same',
    unit: 'ms',
    digits: 3,
    values: all.map(one => one.bareMs),
  },
  {
    zh: `短信：倍数（至多 ${MOST_TIMES}）`,
    en: `text messages: ratio (at most ${MOST_TIMES})`,
    unit: '×',
    digits: 2,
    values: all.map(timesOf),
  },
  {
    zh: `短信：每秒条数，一家服务商（至少 ${LEAST_PER_SECOND}）`,
    en: `text messages: messages a second over one provider (at least ${LEAST_PER_SECOND})`,
    unit: '',
    digits: 0,
    values: all.map(one => one.perSecond),
  },
];
