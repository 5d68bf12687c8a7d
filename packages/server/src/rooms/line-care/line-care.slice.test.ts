import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Instant, instant } from '@lianxian/core';
import { type MediaHost, openExchange } from '@lianxian/telephony';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { settlings } from '../../../test/number-key.ts';
import { openTown, type Town } from '../../../test/task-town.ts';
import { openBus } from '../../platform/bus.ts';
import { openLog } from '../../platform/log.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { LINES_CHANNEL } from '../lines/index.ts';
import { TASKS_CHANNEL, tasksOf } from '../runner/index.ts';
import { releaseLines, renewLines, saveHealth, takeLines } from './care.store.ts';
import { type LineCare, type LineCareParts, type LineReach, openLineCare } from './index.ts';

/** Lines looked after over real SIP on loopback: carriers that die, come back, are congested, register us and not. */
type OpenExchange = Awaited<ReturnType<typeof openExchange>>;
let rows: TestDatabase;
let town: Town;
let other: Town;
const open = new Set<{ readonly close: () => Promise<void> }>();
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
  other = await openTown(rows, rows.merchants[1]);
});
afterEach(async () => {
  await town.close();
  for (const one of open) await one.close();
  open.clear();
  await town.sql('update line set removed_at = now() where removed_at is null');
});
afterAll(() => rows.close());

const noMedia: MediaHost = {
  open: async (_leg, { localHost }) => ({ audio: { host: localHost, port: 9 } }),
  connect: () => undefined,
  close: () => undefined,
};
const secrets = openSecrets(Buffer.alloc(32, 7).toString('base64'));
const log = openLog(process.env.LOG_LEVEL ?? 'silent', 'test');
const clock = {
  now: (): Instant => instant(performance.now()),
  toDate: (at: Instant) => new Date(Date.now() + at - performance.now()),
};

const kept = <T extends { readonly close: () => Promise<void> }>(one: T): T => {
  open.add(one);
  return one;
};
const closed = async (one: { readonly close: () => Promise<void> }): Promise<void> => {
  open.delete(one);
  await one.close();
};
const exchangeAt = async (port = 0, more: Partial<Parameters<typeof openExchange>[0]> = {}): Promise<OpenExchange> =>
  kept(await openExchange({ bind: '127.0.0.1', port, publicIp: null, media: noMedia, ...more }));

/** A second of the rules takes 10 ms. */
const times = {
  checkEveryMs: 300,
  checkAgainMs: 20,
  checkDownMs: [100, 200],
  easeEveryMs: 300,
  pulseMs: 10,
  probeLimitMs: 250,
  endingsEveryMs: 10,
} as const;

interface Care extends LineCare {
  readonly moved: string[];
}
/** Looks by the clock come after the test: what happens comes by news alone. */
const HOUR_MS = 3_600_000;
/** A carrier that is there is waited for: a busy machine is no reason to take its line down. */
const patient = { probeLimitMs: 20_000 } as const;
const byNewsAlone = { checkEveryMs: HOUR_MS, checkDownMs: [HOUR_MS, HOUR_MS] } as const;

const careOf = async (owner: string, reach: LineReach, over: LineCareParts['times'] = {}): Promise<Care> => {
  const bus = await openBus(rows.url, rows.database, log);
  const moved: string[] = [];
  const pushed: unknown[] = [];
  const push = {
    toTopic: (merchant: string, topic: string, message: unknown) => void pushed.push([merchant, topic, message]),
  };
  const care = openLineCare({
    db: rows.database.db,
    bus,
    push,
    log,
    secrets,
    owner,
    reach,
    ours: async () => ({ host: '127.0.0.1', port: 5_060, shutBecause: null }),
    clock,
    onMoved: merchant => {
      moved.push(merchant);
      bus.notify(TASKS_CHANNEL, tasksOf(merchant)).catch(error => log.warn({ err: error }, 'tasks were not woken'));
    },
    times: { ...times, ...over },
  });
  const close = async () => {
    open.delete(whole);
    await care.close();
    await bus.close();
  };
  const whole = { ...care, moved, close };
  return kept(whole);
};
const reachOver = (exchange: OpenExchange): LineReach => ({
  probe: async ({ address }) => address && exchange.probe({ target: address, loopback: true }),
  register: (line, onState) =>
    exchange.register(
      {
        id: `${line.id} ${performance.now()}`,
        trunk: { target: line.address!, loopback: true, realTimeText: false },
        ...line.credentials!,
        expiresS: 60,
      },
      onState,
    ),
  unbind: () => undefined,
});

/** An ordinary line to a port of this machine. */
const lineTo = async (port: number, of = town) => {
  const line = await of.line();
  await of.sql('update line set address = $2 where id = $1', line.lineId, `127.0.0.1:${port}`);
  return line;
};
const changed = (lineId: string) => town.sql('select pg_notify($1, $2)', LINES_CHANNEL, lineId);
const healthOf = async (lineId: string) => {
  const [row] = await town.sql('select * from line_health where line_id = $1', lineId);
  return row ?? {};
};
const comes = (lineId: string, state: string) => town.until(async () => (await healthOf(lineId)).state === state);
let series = 13_400_000_000;
const phones = (count: number): string[] => {
  series += count;
  return Array.from({ length: count }, (_, n) => String(series - count + n));
};
const ended = (code: number | null, because = 'busy'): Parameters<LineCare['onEnded']>[1] => ({
  verdict: { state: 'lineFault', fault: 'carrier', mayRetry: true, sipCode: code, because },
  mayHaveRung: true,
  answeredAt: null,
});
/** Takes datagrams and never answers one: a carrier that knows no OPTIONS, as OPTIONS see it. */
const silentPort = async (): Promise<number> => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  kept({ close: async () => void socket.close() });
  return socket.address().port;
};

test('a carrier dies: its line is down within moments, its task stops dialling, and both go on when it is back', async () => {
  const [ours, carrier] = [await exchangeAt(), await exchangeAt()];
  const { port } = carrier.localAddress;
  const { lineId, portId } = await lineTo(port);
  const theirs = await lineTo(port, other);
  const care = await careOf('one', reachOver(ours));
  await comes(lineId, 'up');
  await comes(theirs.lineId, 'up');
  expect(await healthOf(lineId)).toMatchObject({ because: '', code: 200, owner: 'one' });
  await closed(carrier);
  await comes(lineId, 'down');
  expect(['unreachable', 'noReply']).toContain((await healthOf(lineId)).because);
  await town.node();
  const task = await town.task({ ports: [portId], phones: phones(4) });
  await town.until(async () => (await town.standing(task)).paceBecause === 'lineDown');
  expect(await town.standing(task)).toMatchObject({ state: 'running', fresh: 4, calling: 0 });
  await exchangeAt(port);
  await town.until(async () => (await town.standing(task)).state === 'finished');
  await comes(theirs.lineId, 'up');
  expect(new Set(care.moved)).toEqual(new Set([town.merchant.id, other.merchant.id]));
});

test('a new line is looked at when it is there, one that gets another address as well: neither waits for its turn', async () => {
  const [ours, carrier] = [await exchangeAt(), await exchangeAt()];
  await careOf('one', reachOver(ours), byNewsAlone);
  const { lineId } = await lineTo(9);
  await changed(lineId);
  await comes(lineId, 'down');
  await town.sql('update line set address = $2 where id = $1', lineId, `127.0.0.1:${carrier.localAddress.port}`);
  await changed(lineId);
  await comes(lineId, 'up');
});

test('503 slows a line, its calls are fewer, and it recovers step by step', async () => {
  const [ours, carrier] = [await exchangeAt(), await exchangeAt()];
  const { lineId, portId } = await lineTo(carrier.localAddress.port);
  await town.sql('update line set calls_per_second = 40 where id = $1', lineId);
  // The first step back up comes well after the fall was read.
  const care = await careOf('one', reachOver(ours), { ...patient, easeEveryMs: 2_000 });
  await comes(lineId, 'up');
  const list = phones(12);
  // Full for every third: a line that refused all would rest instead.
  for (const [n, phone] of list.entries())
    town.answers.set(phone, [
      { id: 'full', answering: { refuses: n % 3 === 0 ? 503 : 486 }, habits: [], asksIntoSilence: [] },
    ]);
  await town.node('one', {
    within: [...settlings, async (_tx, ending, { lineId }) => care.onEnded(lineId, ending)],
  });
  await town.task({ ports: [portId], phones: list });
  await comes(lineId, 'congested');
  expect(await healthOf(lineId)).toMatchObject({ because: 'busyAnswers', slowed_to: 20 });
  await town.until(async () => Number((await healthOf(lineId)).slowed_to) >= 22);
  await town.sql('update line set calls_per_second = 23 where id = $1', lineId);
  await changed(lineId);
  await comes(lineId, 'up');
  expect(await healthOf(lineId)).toMatchObject({ because: '', slowed_to: null });
});

test('three calls in a row that nobody answers have the line looked at now; until one gets through it is failing', async () => {
  const [ours, carrier] = [await exchangeAt(), await exchangeAt()];
  const { lineId } = await lineTo(carrier.localAddress.port);
  const care = await careOf('one', reachOver(ours), patient);
  await comes(lineId, 'up');
  for (let n = 0; n < 3; n += 1) care.onEnded(lineId, ended(null, 'noReply'));
  await town.until(async () => (await healthOf(lineId)).because === 'failing');
  care.onEnded(lineId, ended(486));
  await town.until(async () => (await healthOf(lineId)).because === '');
  expect(await healthOf(lineId)).toMatchObject({ state: 'up' });
});

test('a carrier that ignores OPTIONS and takes calls is up from its first answer on, for the next node too, until calls fail', async () => {
  const ours = await exchangeAt();
  const { lineId, portId } = await lineTo(await silentPort());
  const one = await careOf('one', reachOver(ours));
  await comes(lineId, 'down');
  await town.node();
  const task = await town.task({ ports: [portId], phones: phones(2) });
  await town.until(async () => (await town.standing(task)).paceBecause === 'lineDown');
  one.onAnswered(lineId);
  await comes(lineId, 'up');
  await town.until(async () => (await town.standing(task)).state === 'finished');
  expect(await healthOf(lineId)).toMatchObject({ because: 'optionsIgnored', ignores_options: true });
  await closed(one);
  const two = await careOf('two', reachOver(ours));
  await town.until(async () => (await healthOf(lineId)).owner === 'two');
  await two.close();
  expect(await healthOf(lineId)).toMatchObject({ state: 'up', because: 'optionsIgnored' });
  const three = await careOf('three', reachOver(ours));
  await town.until(async () => (await healthOf(lineId)).owner === 'three');
  for (let n = 0; n < 3; n += 1) three.onEnded(lineId, ended(null, 'noReply'));
  await comes(lineId, 'down');
  three.onEnded(lineId, ended(486));
  await comes(lineId, 'up');
});

test('two nodes: one looks after a line, hears of the other’s calls, and what it leaves the other takes', async () => {
  const [ours, carrier] = [await exchangeAt(), await exchangeAt()];
  const { lineId } = await lineTo(carrier.localAddress.port);
  // It stays as slow as it was found, however long the others take.
  const asFound = { ...patient, easeEveryMs: HOUR_MS };
  const one = await careOf('one', reachOver(ours), asFound);
  await comes(lineId, 'up');
  const two = await careOf('two', reachOver(ours), asFound);
  for (let n = 0; n < 12; n += 1) two.onEnded(lineId, ended(503));
  await comes(lineId, 'congested');
  expect(two.lines()).toBe(0);
  await one.close();
  await town.until(async () => (await healthOf(lineId)).owner === 'two');
  // As a killed node leaves it: its lease runs on, its heartbeat does not.
  await two.close();
  await town.sql(
    "update line_health set owner = 'killed', leased_until = now() - interval '1 second', fence = fence + 1",
  );
  await careOf('three', reachOver(ours), asFound);
  await town.until(async () => (await healthOf(lineId)).owner === 'three');
  expect(await healthOf(lineId)).toMatchObject({ state: 'congested' });
});

test('what a node writes of a line that another has taken is worth nothing', async () => {
  const { lineId } = await lineTo(9);
  const { db } = rows.database;
  const [lease] = await takeLines(db, 'one', 10, false);
  await town.sql("update line_health set leased_until = now() - interval '1 second' where line_id = $1", lineId);
  expect(await takeLines(db, 'two', 10, false)).toEqual([expect.objectContaining({ lineId, fence: lease!.fence + 1 })]);
  const nothing = { checkedAt: null, code: null, roundTripMs: null, registeredUntil: null };
  const down = { ...lease!, ...nothing, state: 'down', because: 'noReply' } as const;
  expect(await saveHealth(db, 'one', [down])).toEqual(new Set());
  expect(await saveHealth(db, 'two', [down])).toEqual(new Set());
  expect(await renewLines(db, 'one', [lease!])).toEqual(new Set());
  await releaseLines(db, 'one', [lease!]);
  expect(await healthOf(lineId)).toMatchObject({ state: 'unknown', owner: 'two' });
});

test('a line that registers is up while it is registered; refused credentials take it down, switched off it is no more', async () => {
  const accounts = new Map([['4001', 'correct-horse']]);
  const carrier = await exchangeAt(0, {
    registrar: {
      realm: 'carrier',
      accounts: {
        find: async username => {
          const password = accounts.get(username);
          return password === undefined ? null : { account: username, password };
        },
      },
      bindings: { save: async () => undefined, load: async () => [] },
    },
  });
  const { lineId } = await lineTo(carrier.localAddress.port);
  const password = (text: string) =>
    town.sql(
      "update line set access = 'register', username = '4001', password_sealed = $2 where id = $1",
      lineId,
      secrets.seal(text, `line ${town.merchant.id} ${lineId}`),
    );
  await password('correct-horse');
  await careOf('one', reachOver(await exchangeAt()));
  await comes(lineId, 'up');
  expect((await healthOf(lineId)).registered_until).toBeInstanceOf(Date);
  expect(carrier.bindingsOf('4001')).toHaveLength(1);
  await town.sql('update line set enabled = false where id = $1', lineId);
  await changed(lineId);
  await comes(lineId, 'unknown');
  await town.until(async () => carrier.bindingsOf('4001').length === 0);
  await town.sql('update line set enabled = true where id = $1', lineId);
  await password('wrong');
  await changed(lineId);
  await comes(lineId, 'down');
  expect(await healthOf(lineId)).toMatchObject({ because: 'credentialsRefused', registered_until: null });
  await password('correct-horse');
  await changed(lineId);
  await comes(lineId, 'up');
});

test('a gateway is up while it is registered with us; that it came is heard, that it went without a word is seen', async () => {
  const { lineId } = await lineTo(9);
  await town.sql("update line set access = 'gateway', username = 'gw-1' where id = $1", lineId);
  const hearing = await careOf('one', reachOver(await exchangeAt()), byNewsAlone);
  await comes(lineId, 'down');
  expect(await healthOf(lineId)).toMatchObject({ because: 'notRegistered' });
  await town.sql(
    `insert into sip_binding (merchant_id, line_id, contact, node, flow, source, call_id, sequence, expires_at)
     values ($1, $2, 'sip:gw-1@192.0.2.5', 'one', 'main', '192.0.2.5:5060', 'x', 1, now() + interval '1 minute')`,
    town.merchant.id,
    lineId,
  );
  await changed(lineId);
  await comes(lineId, 'up');
  await closed(hearing);
  await careOf('two', reachOver(await exchangeAt()));
  await town.until(async () => (await healthOf(lineId)).owner === 'two');
  expect(await healthOf(lineId)).toMatchObject({ state: 'up' });
  await town.sql("update sip_binding set expires_at = now() - interval '1 second' where line_id = $1", lineId);
  await comes(lineId, 'down');
});

test('a probe that somebody asks for finds what there is, and is told when done', async () => {
  const [ours, carrier] = [await exchangeAt(), await exchangeAt()];
  const [alive, dead] = [await lineTo(carrier.localAddress.port), await lineTo(9)];
  await careOf('one', reachOver(ours), patient);
  const ask = async (lineId: string) => {
    const [check] = await town.sql(
      "insert into line_check (merchant_id, line_id, kind, asked_by) values ($1, $2, 'probe', $3) returning id",
      town.merchant.id,
      lineId,
      town.merchant.owner.id,
    );
    await changed(lineId);
    const found = await town.until(async () => {
      const [row] = await town.sql("select findings from line_check where id = $1 and state = 'done'", check?.id);
      return row;
    });
    return found.findings;
  };
  expect(await ask(alive.lineId)).toMatchObject([
    { check: 'reply', state: 'ok', says: 'replied', values: { code: 200 } },
  ]);
  expect(await ask(dead.lineId)).toMatchObject([{ check: 'reply', state: 'fault' }]);
});

test('no more than twenty carriers are asked at once, however many lines there are; a dead one delays no other', async () => {
  let asking = 0;
  let most = 0;
  const asked = new Set<string>();
  const reach: LineReach = {
    probe: async line => {
      asking += 1;
      most = Math.max(most, asking);
      await new Promise(resolve => setTimeout(resolve, 5));
      asking -= 1;
      asked.add(line.id);
      const facts = { target: null, saidAs: null, seenAs: null, roundTripMs: 5, software: null };
      return { ...facts, code: 200, because: null };
    },
    register: () => ({ stop: async () => undefined, again: () => undefined }),
    unbind: () => undefined,
  };
  await town.sql(
    `with lines as (
       insert into line (merchant_id, name, address) select $1, '线路', '192.0.2.1' from generate_series(1, 1200)
       returning merchant_id, id)
     insert into line_health (merchant_id, line_id) select merchant_id, id from lines`,
    town.merchant.id,
  );
  const care = await careOf('one', reach, patient);
  await town.until(async () => asked.size === 1_200);
  expect(most).toBe(20);
  expect(care.lines()).toBe(1_200);
  const written = () => town.sql("select count(*)::int as n from line_health where state = 'up' and owner = 'one'");
  await town.until(async () => (await written())[0]?.n === 1_200);
});
