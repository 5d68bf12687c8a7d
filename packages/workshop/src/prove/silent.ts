import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openSilentRelay, type SilentRelay } from '../../../server/test/silent-relay.ts';
import { draftTask, startTask } from '../../journeys/house/tasks.ts';
import { openDialogs } from './crash.ts';
import { openDialplan } from './dialplan.ts';
import { comes } from './gates.ts';
import { type Ground, openGround } from './ground.ts';
import { type Judgement, judge } from './judge.ts';
import { openSharedDatabase } from './shared.ts';

/**
 * A database that says nothing any more, without an end or a reset, while calls live: first all connections that are open
 * are dead and new ones work, as behind a firewall that forgot them; then nothing works for a while.
 */
interface SilentRun extends Judgement {
  /** From the silence until every process listened again (at most 20,000). */
  readonly listenMs: number;
  /** From a hang-up in the silence until the ending of that call was in the journal (at most 10,000). */
  readonly journalMs: readonly number[];
  readonly seconds: number;
}

const LISTEN_LIMIT_MS = 20_000;
const JOURNAL_LIMIT_MS = 10_000;
/** What looking at a folder and at the network may be late by. */
const LATE_MS = 1_000;
const SILENCE_MS = 45_000;
const LOOK_MS = 50;
const NUMBERS = 60;
const CHANNELS = 12;
const TASK_LIMIT_MS = 300_000;
/** In both parts of the proof some talk. */
const ENOUGH = 4;

const talking = ({ relay }: Ground): number =>
  relay.calls().filter(({ confirmedAt, hungUpAt }) => confirmedAt !== null && hungUpAt === null).length;

const someTalk = (ground: Ground): Promise<true> =>
  comes('some talks at once', async () => (talking(ground) >= ENOUGH ? true : null), 60_000);

const listeners = async ({ direct }: Ground, since: Date): Promise<number> => {
  const rows = await direct.rows(
    `select from pg_stat_activity where application_name = 'lianxian bus' and backend_start > $1`,
    [since],
  );
  return rows.length;
};

const forgetConnections = async (ground: Ground, way: SilentRelay): Promise<number> => {
  const before = await listeners(ground, new Date(0));
  const since = Date.now();
  way.silence();
  way.speak();
  await comes(
    `${before} listeners`,
    async () => ((await listeners(ground, new Date(since))) >= before ? true : null),
    2 * LISTEN_LIMIT_MS,
  );
  return Date.now() - since;
};

/** When the file of each call came. */
const watchJournal = (folder: string) => {
  const came = new Map<string, number>();
  const looking = setInterval(() => {
    void readdir(folder).then(
      names => {
        for (const name of names) if (name.endsWith('.json') && !came.has(name)) came.set(name, Date.now());
      },
      () => undefined,
    );
  }, LOOK_MS);
  return {
    cameAt: (call: string) => came.get(`${call}.json`) ?? Number.POSITIVE_INFINITY,
    stop: () => clearInterval(looking),
  };
};

const silence = async (ground: Ground, way: SilentRelay): Promise<readonly number[]> => {
  const journal = watchJournal(join(ground.house.dataDir, 'journal'));
  const since = Date.now();
  way.silence();
  await delay(SILENCE_MS);
  const end = Date.now();
  journal.stop();
  // Nothing could be filed meanwhile: whose talk ended is open there still.
  const rowOf = new Map((await openDialogs(ground)).map(({ id, call }) => [id, call]));
  way.speak();
  return ground.relay
    .calls()
    .filter(
      ({ answeredAt, hungUpAt: at }) =>
        answeredAt !== null && at !== null && at > since && at < end - JOURNAL_LIMIT_MS - LATE_MS,
    )
    .map(({ callId, hungUpAt }) => journal.cameAt(rowOf.get(callId) ?? '') - (hungUpAt ?? 0));
};

export const runSilent = async (cacheDir: string): Promise<SilentRun> => {
  const since = performance.now();
  const database = await openSharedDatabase();
  const way = await openSilentRelay(database.url);
  const settings = { DATABASE_URL: way.url };
  const ground = await openGround({ cacheDir, settings, sharedDatabase: database.url });
  try {
    const numbers = openDialplan().take(
      ...Array.from({ length: NUMBERS }, (_, n) => (n % 2 === 0 ? '不需要' : '听一半')),
    );
    const id = await draftTask(ground.api, numbers, { name: 'silence', channels: CHANNELS });
    await startTask(ground.api, id);
    await someTalk(ground);
    const listenMs = await forgetConnections(ground, way);
    await someTalk(ground);
    const journalMs = await silence(ground, way);
    const judgement = await judge(ground, [id], [], TASK_LIMIT_MS);
    const violations = [
      ...judgement.violations,
      ...(listenMs > LISTEN_LIMIT_MS ? [`all listened again after ${listenMs} ms only`] : []),
      ...(journalMs.length === 0 ? ['nobody hung up in the silence: it proves nothing'] : []),
      ...journalMs
        .filter(ms => ms > JOURNAL_LIMIT_MS + LATE_MS)
        .map(ms => `an ending was in the journal after ${ms} ms`),
      ...(judgement.interrupted > 0 ? [`${judgement.interrupted} talks are interrupted`] : []),
    ];
    return { ...judgement, violations, listenMs, journalMs, seconds: (performance.now() - since) / 1_000 };
  } finally {
    await ground.close();
    await way.close();
    await database.close();
  }
};
