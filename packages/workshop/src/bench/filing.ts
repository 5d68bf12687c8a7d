import { claimCalls } from '../../../server/src/rooms/dialler/dialler.store.ts';
import { type Ending, fileEnding } from '../../../server/src/rooms/dialler/filing.store.ts';
import { beat } from '../../../server/src/rooms/dialler/index.ts';
import { createMarks, type HeldTask, round } from '../../../server/src/rooms/pacing/index.ts';
import { indexSaidJob } from '../../../server/src/rooms/records/index-said.job.ts';
import { takeTasks } from '../../../server/src/rooms/runner/lease.store.ts';
import { answeredEnding } from '../../../server/test/answered-ending.ts';
import { nodeBeat } from '../../../server/test/nodes.ts';
import { numberKey, settlings } from '../../../server/test/number-key.ts';
import { databaseSeconds, ownSeconds } from './attempt-ground.ts';
import type { Sample } from './figures.ts';
import { openPacingGround, type PacingGround } from './pacing-ground.ts';

/**
 * What the index of words adds to a filing: calls of some minutes are filed with all they said, and the job that indexes them
 * is run; beside it, by turns, the same without the index. Processor time of this process and of the database.
 */
interface FilingFigure {
  /** CPU ms a call, a value a turn. */
  readonly filedMs: readonly number[];
  readonly indexedMs: readonly number[];
  readonly plainMs: readonly number[];
}

const TURNS = 3;
/** Calls of a turn: as many as the job indexes in one transaction. */
const FILED = 500;
/** That live at once: fewer than a merchant may have. */
const AT_ONCE = 250;
const TEN = new Date('2026-11-18T04:00:00.000Z');
const CHANNELS = 1_000;

const robot = [
  '您好，我是星河装饰的客服，请问您最近有装修新房的打算吗？',
  '我们正在做老小区焕新活动，量房和设计都不收费，您家大概多少平方米？',
  '好的，那您打算什么时候开始动工呢？今年还是明年？',
  '明白了，我们的设计师可以先上门量房，出一份报价给您参考，您看周末方便吗？',
  '我加您的微信，把案例发给您看看，就是这个手机号码吗？',
  '好的，稍后会有同事和您联系，祝您生活愉快，再见！',
] as const;
const callee = [
  '喂，你哪位',
  '有这个想法，不过还没定',
  '还在看，大概明年春天吧',
  '周末可以，下午比较好',
  '对，就是这个号码，你加吧',
] as const;
const LINE_MS = 6_000;

/** Robots say the same call after call, people something of their own beside. */
const said = (n: number) => ({
  lines: robot.flatMap((text, at) => {
    const line = { line: 2 * at, atMs: 2 * at * LINE_MS, endMs: null, node: `n${at}`, understood: null };
    const answer = callee[(n + at) % callee.length]!;
    const own = String.fromCodePoint(0x4e00 + ((n * 37 + at) % 3_000), 0x4e00 + ((n * 101 + at) % 3_000));
    return [
      { ...line, speaker: 'robot' as const, text, interruptedAfterMs: null },
      { ...line, line: 2 * at + 1, speaker: 'callee' as const, text: `${answer}，${own}`, interruptedAfterMs: null },
    ];
  }),
  path: robot.map((_, at) => ({
    ...{
      node: `n${at}`,
      name: `第 ${at} 步`,
      knowledge: false,
      atMs: 2 * at * LINE_MS,
      leftBy: '' as const,
      leftName: '',
    },
  })),
  answers: [],
});

interface Desk {
  readonly ground: PacingGround;
  readonly held: HeldTask;
}

const openDesk = async (ground: PacingGround): Promise<Desk> => {
  const { town, sql } = ground;
  const wide = { channels: CHANNELS, portChannels: CHANNELS, callsPerSecond: 200 };
  const { portId } = await town.line(wide);
  const task = await town.task({ ports: [portId], concurrency: CHANNELS, channels: CHANNELS, state: 'draft' });
  const numbers = FILED + 2 * TURNS * FILED;
  await sql(
    `insert into callee (merchant_id, task_id, phone, lane) select $1, $2, (13000000000 + n)::text, 0 from generate_series(1, $3::int) n`,
    ...[ground.merchantId, task, numbers],
  );
  await sql('update task_count set total = $2, fresh = $2 where task_id = $1', task, numbers);
  await sql("update task set state = 'running' where id = $1", task);
  const [lease] = await takeTasks(ground.database.db, 'bench', 1, false);
  return { ground, held: { lease: lease!, marks: createMarks() } };
};

/** So many calls that are at a node, over in a moment. */
const callsOf = async ({ ground, held }: Desk, count: number): Promise<readonly Ending[]> => {
  const { database, merchantId, sql } = ground;
  const parts = {
    ...{ db: database.db, owner: 'bench', numberKey, clock: { now: () => TEN } },
    isDiskFull: async () => false,
  };
  const calls: Ending[] = [];
  while (calls.length < count) {
    await beat(database.db, nodeBeat({ id: 'bench', capacity: CHANNELS }));
    await sql("update line set paced_until = now() - interval '1 hour'");
    await round(parts, merchantId, [held]);
    const claims = await claimCalls(database.db, 'bench', count - calls.length);
    if (claims.length === 0) throw new Error('a round placed nothing');
    calls.push(...claims.map((claim, n) => answeredEnding(claim, { transcript: said(calls.length + n) })));
  }
  return calls;
};

const spending = async (ground: PacingGround, work: () => Promise<void>): Promise<number> => {
  const seconds = async () => ownSeconds() + (await databaseSeconds(ground));
  const before = await seconds();
  await work();
  return 1_000 * ((await seconds()) - before);
};

/** CPU ms a call. */
const fileCalls = async (desk: Desk): Promise<number> => {
  const { ground } = desk;
  let spent = 0;
  for (let filed = 0; filed < FILED; filed += AT_ONCE) {
    const endings = await callsOf(desk, AT_ONCE);
    spent += await spending(ground, async () => {
      for (const ending of endings) await fileEnding(ground.database.db, ending, settlings);
    });
  }
  return spent / FILED;
};

/** Words that are sought, and calls whose words are not yet. */
const INDEXES = [
  'create index call_transcript_said on call_transcript using gin (said_pairs(merchant_id, lines)) where sought',
  'create index call_transcript_unsought on call_transcript (merchant_id, call_id) where not sought',
] as const;
/** What waits in the lists of such an index is sorted in now, where a vacuum would do it later. */
const SORT_IN = `select gin_clean_pending_list(i.oid) from pg_class i join pg_am on pg_am.oid = i.relam
  join pg_index on indexrelid = i.oid join pg_inherits on inhrelid = indrelid
  where amname = 'gin' and inhparent = 'call_transcript'::regclass`;

export const measureFiling = async (): Promise<FilingFigure> => {
  const ground = await openPacingGround();
  try {
    const desk = await openDesk(ground);
    await fileCalls(desk);
    const { indexSaid } = indexSaidJob(ground.database.db);
    const index = async () => {
      await indexSaid!({}, new AbortController().signal);
      await ground.sql(SORT_IN);
    };
    await index();
    const [filedMs, indexedMs, plainMs]: [number[], number[], number[]] = [[], [], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      filedMs.push(await fileCalls(desk));
      indexedMs.push((await spending(ground, index)) / FILED);
      await ground.sql('drop index call_transcript_said, call_transcript_unsought');
      plainMs.push(await fileCalls(desk));
      for (const made of INDEXES) await ground.sql(made);
      await index();
    }
    return { filedMs, indexedMs, plainMs };
  } finally {
    await ground.close();
  }
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const moreOf = ({ filedMs, indexedMs, plainMs }: FilingFigure): number =>
  (median(filedMs) + median(indexedMs)) / median(plainMs) - 1;

const MOST_MORE = 0.25;

/** A sentence where it is over its bound. */
export const filingTooDear = (figure: FilingFigure): readonly string[] =>
  moreOf(figure) <= MOST_MORE
    ? []
    : [`the index of words makes a filing ${(100 * moreOf(figure)).toFixed(1)} % dearer`];

export const filingSamples = (figure: FilingFigure): readonly Sample[] => {
  const ms = (zh: string, en: string, values: readonly number[]): Sample => ({
    ...{ zh: `归档一通说了十二句的通话：${zh}`, en: `filing of a call of twelve sentences: ${en}` },
    ...{ unit: 'ms', digits: 2, values: [...values] },
  });
  return [
    ms('有搜索索引', 'with an index of words', figure.filedMs),
    ms('其后的索引任务', 'the job that indexes its words later', figure.indexedMs),
    ms('没有搜索索引', 'without an index of words', figure.plainMs),
    {
      zh: `搜索索引让归档多花的处理器时间，连同数据库（至多 ${100 * MOST_MORE}）`,
      en: `what the index of words adds to the CPU of a filing, with the database (at most ${100 * MOST_MORE})`,
      unit: '%',
      digits: 1,
      values: [100 * moreOf(figure)],
    },
  ];
};
