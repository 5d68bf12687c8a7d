import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Dice, dice } from '@lianxian/core';
import { openRaceGround, type RaceGround } from './racing-ground.ts';
import { judgeRace, type Left, type Log, type Row } from './racing-judge.ts';
import type { Node } from './racing-process.ts';

/**
 * Two nodes race for the same numbers on a real PostgreSQL while the dice kill and stop them, kill the database, move both clocks
 * together and apart, list numbers and pause tasks. What left is judged by its log.
 */
interface Race {
  readonly attempts: number;
  readonly left: number;
  readonly interrupted: number;
  readonly kills: number;
  readonly stops: number;
  readonly databaseKills: number;
  readonly moves: number;
  /** Days that went by on the house's clock. */
  readonly days: number;
  readonly movesDatabase: boolean;
  readonly violations: readonly string[];
  readonly seconds: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const EAST = 8 * HOUR;
const OWNERS = ['one', 'two'] as const;
const STEP_MS = [200, 1_200] as const;
const FRESH_AT_LEAST = 800;
const NEW_NUMBERS = 400;
const STALLED_MS = 120_000;
/** A server that answers nobody any more (the library that moves its clock may lock it in a signal) dies as a killed one does. */
const SILENT_MS = 20_000;
const SETTLE_MS = 120_000;

interface Racing {
  readonly ground: RaceGround;
  readonly throws: Dice;
  readonly nodes: Map<string, ChildProcess>;
  readonly listed: { phone: string; of: string | null; real: number }[];
  readonly paused: { task: string; from: number; until: number }[];
  readonly databaseClock: { real: number; offset: number }[];
  /** How far the house's clock and the database's are from the machine's. */
  readonly offsets: { house: number; database: number };
  readonly did: { kills: number; stops: number; databaseKills: number; moves: number };
}

const start = async ({ ground, nodes, offsets }: Racing, owner: string): Promise<void> => {
  const { url, merchants, folder } = ground;
  const node: Node = { url, owner, merchants, file: join(folder, `${owner}.log`), offset: offsets.house };
  const child = fork(fileURLToPath(new URL('./racing-process.ts', import.meta.url)), [JSON.stringify(node)]);
  nodes.set(owner, child);
  // One that dies in the midst of its start, as when the database is away, is started anew at a next step.
  await Promise.race([once(child, 'message'), once(child, 'exit')]);
};

/** The machine's time at which the database's clock may have moved already is noted, not that at which it has for sure. */
const moveClocks = async (
  { ground, nodes, offsets, databaseClock, did }: Racing,
  to: Racing['offsets'],
): Promise<void> => {
  did.moves += 1;
  if (ground.moveDatabase !== null && to.database !== offsets.database) {
    databaseClock.push({ real: Date.now(), offset: to.database });
    await ground.moveDatabase(to.database);
    offsets.database = to.database;
  }
  offsets.house = to.house;
  for (const child of nodes.values()) if (child.connected) child.send({ offset: to.house }, () => undefined);
  await ground.rows('select keep_months()').catch(() => undefined);
};

const moveSome = async (racing: Racing): Promise<void> => {
  const { throws, offsets } = racing;
  const { house, database } = offsets;
  const hour = ((Date.now() + house + EAST) / HOUR) % 24;
  const isNight = hour < 9 || hour >= 20;
  const forward = throws.between(1, isNight ? 180 : 25) * MINUTE;
  const apart = throws.between(-90, 90) * MINUTE;
  const throwOf = throws.next();
  if (throwOf < 0.7) return moveClocks(racing, { house: house + forward, database: database + forward });
  if (throwOf < 0.8) return moveClocks(racing, { house, database: database + apart });
  if (throwOf < 0.9) return moveClocks(racing, { house: house + apart, database });
  return moveClocks(racing, { house, database: house });
};

const killOne = async (racing: Racing): Promise<void> => {
  const owner = racing.throws.pick(OWNERS);
  const child = racing.nodes.get(owner)!;
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  racing.did.kills += 1;
  await start(racing, owner);
};

const stopOne = async ({ throws, nodes, did }: Racing): Promise<void> => {
  const child = nodes.get(throws.pick(OWNERS))!;
  child.kill('SIGSTOP');
  await delay(throws.between(500, 6_000));
  child.kill('SIGCONT');
  did.stops += 1;
};

/** Some who wait to be called are put on a list. */
const listSome = async ({ ground, throws, listed }: Racing): Promise<void> => {
  const { id, merchant } = throws.pick(ground.tasks);
  const found = await ground.rows<{ phone: string }>(
    `select phone from callee where task_id = $1 and state <> 'settled' and not exists (
       select from blacklist b where b.merchant_id = callee.merchant_id and b.phone = callee.phone) order by id limit 20`,
    [id],
  );
  const isOfAll = throws.next() < 0.3;
  const into = isOfAll ? 'shared_blacklist (phone)' : 'blacklist (merchant_id, phone)';
  const phones = found.map(({ phone }) => phone);
  await ground.rows(
    `insert into ${into} select ${isOfAll ? '' : `${BigInt(merchant)},`} phone from unnest($1::text[]) phone on conflict do nothing`,
    [phones],
  );
  for (const phone of phones) listed.push({ phone, of: isOfAll ? null : merchant, real: Date.now() });
};

const pauseOne = async ({ ground, throws, paused }: Racing): Promise<void> => {
  const { id } = throws.pick(ground.tasks);
  await ground.rows("update task set state = 'paused', because = 'byPerson' where id = $1", [id]);
  const pause = { task: id, from: Date.now(), until: Number.POSITIVE_INFINITY };
  paused.push(pause);
  await delay(throws.between(200, 2_000));
  pause.until = Date.now();
  await ground.rows("update task set state = 'running', because = '' where id = $1", [id]);
};

const attemptsOf = async ({ ground }: Racing): Promise<number> =>
  Number((await ground.rows<{ n: string }>('select count(*) as n from call'))[0]?.n ?? 0);

/** One throw of the dice. */
const step = async (racing: Racing): Promise<void> => {
  const { throws, nodes } = racing;
  const throwOf = throws.next();
  if (throwOf < 0.12) await killOne(racing);
  else if (throwOf < 0.16) await stopOne(racing);
  else if (throwOf < 0.18) killDatabase(racing);
  else if (throwOf < 0.24) await listSome(racing);
  else if (throwOf < 0.29) await pauseOne(racing);
  else await moveSome(racing);
  for (const owner of OWNERS) {
    const child = nodes.get(owner)!;
    if (child.exitCode !== null || child.signalCode !== null) await start(racing, owner);
  }
};

/** So many attempts there are after it. */
const turn = async (racing: Racing): Promise<number> => {
  const { ground, throws } = racing;
  const [fresh] = await ground.rows<{ n: number }>("select count(*)::int as n from callee where state = 'fresh'");
  if ((fresh?.n ?? 0) < FRESH_AT_LEAST) await ground.addNumbers(throws, NEW_NUMBERS);
  await step(racing);
  return attemptsOf(racing);
};

const killDatabase = ({ ground, did }: Racing): void => {
  ground.killDatabase();
  did.databaseKills += 1;
};

const orKillDatabase = async <R>(racing: Racing, work: Promise<R>, limitMs = SILENT_MS): Promise<R> => {
  const silent = setInterval(() => killDatabase(racing), limitMs);
  return work.finally(() => clearInterval(silent));
};

const keepRacing = async (racing: Racing, attempts: number, say: (line: string) => void): Promise<void> => {
  const { throws } = racing;
  let [last, lastOn, told] = [0, performance.now(), 0];
  for (;;) {
    await delay(throws.between(...STEP_MS));
    const made = await orKillDatabase(racing, turn(racing));
    if (made >= attempts) return;
    if (made > last) [last, lastOn] = [made, performance.now()];
    if (performance.now() - lastOn > STALLED_MS) throw new Error(`nothing is dialled any more after ${made} attempts`);
    if (made - told < attempts / 10) continue;
    told = made;
    say(`  ${made} attempts, ${racing.did.kills} kills, ${racing.did.moves} moves of clocks`);
  }
};

/** Nothing new is placed; what lives is ended by its node, or by whoever finds it. */
const comeToRest = async (racing: Racing): Promise<void> => {
  const { ground, nodes } = racing;
  // One after the other: a server whose clock is moved finds no deadlocks in time.
  for (const { id } of ground.tasks)
    await ground.rows("update task set state = 'paused', because = 'byPerson' where id = $1", [id]);
  const until = performance.now() + SETTLE_MS;
  while (performance.now() < until) {
    const [lives] = await ground.rows<{ n: number }>("select count(*)::int as n from call where stage <> 'ended'");
    if (lives?.n === 0) break;
    await delay(500);
  }
  for (const child of nodes.values()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.send({ end: true }, () => undefined);
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(late);
  }
};

const leftOf = async (file: string): Promise<readonly Left[]> =>
  (await readFile(file, 'utf8').catch(() => ''))
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Left);

const logOf = async ({ ground, listed, paused, databaseClock }: Racing): Promise<Log> => ({
  left: (await Promise.all(OWNERS.map(owner => leftOf(join(ground.folder, `${owner}.log`))))).flat(),
  rows: await ground.rows<Row>(
    `select id::text, merchant_id::text as merchant, task_id::text as task, callee_id::text as callee, attempt, phone,
       (extract(epoch from placed_at) * 1000)::float8 as "placedAt", stage, state from call`,
  ),
  ...{ listed, paused, databaseClock },
  windows: Object.fromEntries(ground.tasks.map(({ id, windows }) => [id, windows])),
  caps: Object.fromEntries(ground.merchants.map(({ id }) => [id, ground.caps])),
});

export const runRace = async (seed: number, attempts: number, say: (line: string) => void): Promise<Race> => {
  const since = performance.now();
  const ground = await openRaceGround();
  const racing: Racing = {
    ...{ ground, throws: dice(seed), nodes: new Map(), listed: [], paused: [] },
    databaseClock: [{ real: 0, offset: 0 }],
    offsets: { house: 0, database: 0 },
    did: { kills: 0, stops: 0, databaseKills: 0, moves: 0 },
  };
  try {
    await ground.addNumbers(racing.throws, NEW_NUMBERS);
    await Promise.all(OWNERS.map(owner => start(racing, owner)));
    await keepRacing(racing, attempts, say);
    await orKillDatabase(racing, comeToRest(racing), SETTLE_MS + 30_000);
    const log = await logOf(racing);
    return {
      ...racing.did,
      attempts: log.rows.length,
      left: log.left.length,
      interrupted: log.rows.filter(({ state }) => state === 'interrupted').length,
      days: Math.round(racing.offsets.house / (24 * HOUR)),
      movesDatabase: ground.moveDatabase !== null,
      violations: judgeRace(log),
      seconds: (performance.now() - since) / 1_000,
    };
  } finally {
    for (const child of racing.nodes.values()) child.kill('SIGKILL');
    await ground.close();
  }
};
