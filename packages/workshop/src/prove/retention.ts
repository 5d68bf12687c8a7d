import { chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { endpoints } from '@lianxian/contract';
import { type Api, signIn } from '../../journeys/house/api.ts';
import { startHouse } from '../../journeys/house/house.ts';
import { type DirectDatabase, openDirect } from './database.ts';
import { comes } from './gates.ts';

/**
 * Old recordings and trials go, over so many calls that a look at all of them takes longer than a page's statement may:
 * the job of the house, while pages are asked for.
 */
interface RetentionRun {
  readonly calls: number;
  readonly old: number;
  readonly fillSeconds: number;
  readonly seconds: number;
  /** Of a page of call records meanwhile, ms. */
  readonly pageP99Ms: number;
  readonly violations: readonly string[];
}

/** A merchant keeps sound and words 180 days; a fifth of the calls is older, and none so old that it becomes so meanwhile. */
const OLD_SHARE = 5;
const OLD_DAYS = { from: 182, to: 240 } as const;
const YOUNG_DAYS = { from: 0, to: 178 } as const;
const CHUNK = 100_000;
const TRIALS = 100;
/** Every so many-th call was a trial of the first half of them. */
const TRIAL_EVERY = 1_000;
/** Every so many-th has real sound on the disk. */
const SOUND_EVERY = 500;
const LIMIT_MS = 30 * 60_000;
const PAGE_EVERY_MS = 200;

/** Whose calls, plan and line: the demo merchant's. */
const whose = `from merchant join lateral (select id, name from line where line.merchant_id = merchant.id limit 1) line on true
  join lateral (select plan_id, version from plan_version where plan_version.merchant_id = merchant.id and version > 0 limit 1) plan on true
  where merchant.number = '100268'`;

const fillTrials = (direct: DirectDatabase): Promise<unknown> =>
  direct.rows(
    `insert into plan_version (merchant_id, plan_id, version, graph, nodes, published_at)
     select v.merchant_id, v.plan_id, -n, v.graph, v.nodes, now() - interval '9 days'
     from (select merchant.id, plan.plan_id, plan.version ${whose}) own
       join plan_version v on v.merchant_id = own.id and v.plan_id = own.plan_id and v.version = own.version,
       generate_series(1, ${TRIALS}) n`,
  );

interface Part {
  readonly from: number;
  readonly to: number;
  /** The first and the last call of all that are as old, and how long ago they lie. */
  readonly of: readonly [first: number, last: number];
  readonly days: { readonly from: number; readonly to: number };
}

/** Calls `from` to `to`, the oldest first, each with its sound's row and its words. */
const fillPart = (direct: DirectDatabase, { from, to, of: [first, last], days }: Part): Promise<unknown> =>
  direct.rows(
    `with made as (
       insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, placed_at, answered_at,
         ended_at, stage, state, fault, because, may_retry, hung_up_by, talk_ms, file)
       select own.id, plan_id, case when n % ${TRIAL_EVERY} = 0 then -1 - (n / ${TRIAL_EVERY}) % ${TRIALS / 2} else version end,
         '话术', line, line_name, true, (13800000000 + n)::text, at, at, at + interval '30 s', 'ended', 'answered', 'nobody',
         'answered', false, 'callee', 20000, 'prove/' || n
       from (select merchant.id, plan.plan_id, plan.version, line.id as line, line.name as line_name ${whose}) own,
         lateral (select n, now() - interval '1 hour' - interval '1 day'
             * (${days.from} + ${days.to - days.from} * (${last} - n)::float8 / ${last - first + 1}) as at
           from generate_series(${from}, ${to}) n) made
       order by n returning merchant_id, id, file),
     sound as (
       insert into file (merchant_id, path, name, mime, kind)
       select merchant_id, 'recordings/' || file || '.wav', 'call.wav', 'audio/wav', 'recording' from made
       returning merchant_id, id, path),
     words as (
       insert into call_transcript (merchant_id, call_id, lines, path, answers)
       select merchant_id, id, '[{"text":"喂"}]', '[]', '[]' from made)
     insert into call_recording (merchant_id, call_id, file_id, duration_ms, bytes)
     select sound.merchant_id, made.id, sound.id, 20000, 320044
     from sound join made on sound.path = 'recordings/' || made.file || '.wav'`,
  );

const fill = async (direct: DirectDatabase, calls: number, say: (line: string) => void): Promise<void> => {
  await fillTrials(direct);
  const old = Math.floor(calls / OLD_SHARE);
  for (const { first, last, days } of [
    { first: 1, last: old, days: OLD_DAYS },
    { first: old + 1, last: calls, days: YOUNG_DAYS },
  ])
    for (let from = first; from <= last; from += CHUNK) {
      const to = Math.min(last, from + CHUNK - 1);
      await fillPart(direct, { from, to, of: [first, last], days });
      say(`${to} calls are there`);
    }
  await direct.rows('analyze');
};

/** Owned by whom the house's processes work as, as is the journal that they made. */
const fillSounds = async (dataDir: string, calls: number): Promise<string> => {
  const { uid, gid } = await stat(join(dataDir, 'journal'));
  const folder = join(dataDir, 'recordings', 'prove');
  await mkdir(folder, { recursive: true });
  for (const path of [dirname(folder), folder]) await chown(path, uid, gid);
  for (let n = SOUND_EVERY; n <= calls; n += SOUND_EVERY) {
    const file = join(folder, `${n}.wav`);
    await writeFile(file, 'sound');
    await chown(file, uid, gid);
  }
  return folder;
};

/** Whether the job is through; it is gone then. Throws what it failed with. */
const isThrough = async (direct: DirectDatabase): Promise<boolean> => {
  const [waiting] = await direct.rows<{ last_error: string | null }>(
    "select last_error from graphile_worker.jobs where task_identifier = 'purgeRecordings'",
  );
  if (waiting?.last_error) throw new Error(waiting.last_error);
  return waiting === undefined;
};

/** Asks for a page again and again until it is told to stop; what each took. */
const turnPages = (api: Api) => {
  const took: number[] = [];
  const turning = setInterval(() => {
    const since = performance.now();
    void api.call(endpoints.call.list, { limit: 50 }).then(
      () => took.push(performance.now() - since),
      () => took.push(Number.POSITIVE_INFINITY),
    );
  }, PAGE_EVERY_MS);
  return () => {
    clearInterval(turning);
    return took.toSorted((a, b) => a - b)[Math.floor(0.99 * took.length)] ?? Number.POSITIVE_INFINITY;
  };
};

interface Left {
  readonly old_sounds: number;
  readonly old_words: number;
  readonly sounds: number;
  readonly words: number;
}

/** In the order of calls' ids, which is that of their age. */
const leftOf = async (direct: DirectDatabase, old: number): Promise<Left> => {
  const [left] = await direct.rows<Left>(
    `select (count(r.call_id) filter (where n <= $1))::int as old_sounds,
       (count(*) filter (where n <= $1 and lines <> '[]'))::int as old_words,
       (count(r.call_id) filter (where n > $1))::int as sounds,
       (count(*) filter (where n > $1 and lines <> '[]'))::int as words
     from (select id, merchant_id, substr(file, 7)::int as n from call where file like 'prove/%') c
       join call_transcript t on t.merchant_id = c.merchant_id and t.call_id = c.id
       left join call_recording r on r.merchant_id = c.merchant_id and r.call_id = c.id`,
    [old],
  );
  if (left === undefined) throw new Error('counting gave no row');
  return left;
};

const judgeRetention = async (
  direct: DirectDatabase,
  folder: string,
  calls: number,
  old: number,
): Promise<readonly string[]> => {
  const left = await leftOf(direct, old);
  const trials = await direct.rows<{ version: number }>('select version from plan_version where version < 0');
  const files = (await readdir(folder)).map(name => Number.parseInt(name, 10));
  const young = calls - old;
  const wrong = (is: boolean, says: string) => (is ? [] : [says]);
  return [
    ...wrong(left.old_sounds === 0, `${left.old_sounds} old recordings are left`),
    ...wrong(left.old_words === 0, `${left.old_words} old transcripts are left`),
    ...wrong(
      left.sounds === young && left.words === young,
      `of ${young} that are kept ${left.sounds} recordings and ${left.words} transcripts are there`,
    ),
    ...wrong(
      trials.length === Math.min(TRIALS / 2, Math.floor(calls / TRIAL_EVERY)) &&
        trials.every(({ version }) => version >= -TRIALS / 2),
      `${trials.length} trials are left`,
    ),
    ...wrong(
      files.every(n => n > old) && files.length === Math.floor(calls / SOUND_EVERY) - Math.floor(old / SOUND_EVERY),
      `${files.length} files are left, ${files.filter(n => n <= old).length} of them old`,
    ),
  ];
};

export const runRetention = async (calls: number, say: (line: string) => void): Promise<RetentionRun> => {
  const house = await startHouse({ PRACTICE: 'off', LOG_LEVEL: 'warn' });
  const direct = await openDirect(house.dataDir);
  try {
    const begun = performance.now();
    await fill(direct, calls, say);
    const folder = await fillSounds(house.dataDir, calls);
    const fillSeconds = (performance.now() - begun) / 1_000;
    const old = Math.floor(calls / OLD_SHARE);
    const stop = turnPages(await signIn(house));
    const asked = performance.now();
    await direct.rows(
      `select graphile_worker.add_job('purgeRecordings', queue_name => 'purgeRecordings', job_key => 'purgeRecordings')`,
    );
    const violations: string[] = [];
    await comes('the end of the clearing', async () => ((await isThrough(direct)) ? true : null), LIMIT_MS).catch(
      error => violations.push(String(error)),
    );
    const seconds = (performance.now() - asked) / 1_000;
    const pageP99Ms = stop();
    violations.push(...(await judgeRetention(direct, folder, calls, old)));
    return { calls, old, fillSeconds, seconds, pageP99Ms, violations };
  } finally {
    await direct.close();
    await house.stop();
  }
};
