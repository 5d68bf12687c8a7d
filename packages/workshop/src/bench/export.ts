import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { endpoints } from '@lianxian/contract';
import { copyOut } from '../../../server/src/platform/db/copy.ts';
import { merchantDb, openDatabase } from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { type OutCell, writeXlsx } from '../../../server/src/platform/sheets/index.ts';
import { readChunk } from '../../../server/src/rooms/call-sheets/export.store.ts';
import { sheetColumns, sheetRow } from '../../../server/src/rooms/call-sheets/export.view.ts';
import { exportWords } from '../../../server/src/rooms/call-sheets/export.words.ts';
import { type Api, signIn, until } from '../../journeys/house/api.ts';
import { type House, startHouse } from '../../journeys/house/house.ts';
import { type DirectDatabase, openDirect } from '../prove/database.ts';
import { cpuSecondsWithEnded, pidsOfHouse, stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';

/**
 * A merchant's call log as a workbook through the whole house, by its batch engine, against what cannot be saved: the same
 * columns of the same calls in the same order copied out by PostgreSQL, and as many rows through the house's writer of
 * workbooks alone. One after the other, in one run; a tenth of the calls first, for memory that grows with rows.
 */
interface ExportFigure {
  readonly rows: number;
  readonly tenth: Exported;
  readonly whole: Exported;
  readonly copy: Taken;
  readonly writer: Taken;
  readonly stolenSeconds: number;
}

/** Processor time is of all that work for it: the jobs process and the database's. */
interface Taken {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

interface Exported extends Taken {
  readonly rows: number;
  readonly fileBytes: number;
  /** The most that the jobs process ever had by then, MB. */
  readonly peakMegabytes: number;
}

const LIMIT_MS = 1_800_000;
const AT_ONCE = 10_000;
const MERCHANT = "(select id from merchant where number = '100268')";

/**
 * Calls of the demo merchant back from now, one each two seconds: three of five are answered and have six lines of words and
 * two answers, each brings two values of its list, one of fifty has a note.
 */
const FILL = `with made as (
  insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, callee_name, variables, placed_at,
    answered_at, ended_at, stage, state, fault, because, may_retry, hung_up_by, talk_ms, turns, level, cost)
  select merchant.id, plan_id, version, '话术', line.id, '线路', (13000000000 + n::bigint * 997)::text, '客户' || n,
    jsonb_build_object('备注', '老客户' || n, '客户编号', (20260000 + n)::text), at,
    case when n % 5 > 1 then at + interval '8 s' end, at + interval '50 s', 'ended',
    case n % 5 when 0 then 'busy' when 1 then 'noAnswer' else 'answered' end, 'nobody', 'answered', false,
    case n % 3 when 0 then 'robot' else 'callee' end, n % 90 * 1000, n % 7, case n % 11 when 0 then 'A' else 'F' end, n % 4 * 0.12
  from merchant
    join lateral (select * from line where line.merchant_id = merchant.id limit 1) line on true
    join lateral (select * from plan_version where plan_version.merchant_id = merchant.id limit 1) plan on true,
    lateral (select n, now() - n * interval '2 s' as at from generate_series($1::int, $2::int) n) made
  where merchant.number = '100268'
  returning id, merchant_id, phone, state, right(phone, 4) as n), noted as (
  insert into call_note (merchant_id, call_id, written_by, text)
  select merchant_id, id, (select id from employee where merchant_id = made.merchant_id limit 1), '约了周六上午来听课 ' || n
  from made where phone::bigint % 50 = 0)
insert into call_transcript (merchant_id, call_id, lines, path, answers, sought)
select merchant_id, id, jsonb_build_array(
    jsonb_build_object('speaker', 'robot', 'text', '您好，我是客服小林，想和您说一下孩子周末的课，现在方便吗？', 'ms', 400),
    jsonb_build_object('speaker', 'callee', 'text', '方便，你说吧，号码尾号' || n, 'ms', 5200),
    jsonb_build_object('speaker', 'robot', 'text', '请问孩子现在几年级？我们周六上午有一节免费的试听课。', 'ms', 8100),
    jsonb_build_object('speaker', 'callee', 'text', '三年级，第' || n || '小学', 'ms', 14300),
    jsonb_build_object('speaker', 'robot', 'text', '好的，那给您登记周六上午十点，到时会有老师再联系您。', 'ms', 17000),
    jsonb_build_object('speaker', 'callee', 'text', '好的，谢谢，再见', 'ms', 24800)),
  '[]', jsonb_build_array(jsonb_build_object('label', '年级', 'value', '三年级'),
    jsonb_build_object('label', '意向时间', 'value', '周六上午 ' || n)), true from made where state = 'answered'`;

const fill = async (direct: DirectDatabase, rows: number): Promise<void> => {
  await direct.rows('drop index call_transcript_said');
  for (let from = 1; from <= rows; from += AT_ONCE) await direct.rows(FILL, [from, Math.min(rows, from + AT_ONCE - 1)]);
  for (const table of ['call', 'call_transcript', 'call_note']) await direct.rows(`vacuum analyze ${table}`);
  await direct.rows('checkpoint');
};

/** Sessions of the database that end meanwhile leave their time with the process they came from. */
const databaseCpu = async (direct: DirectDatabase): Promise<number> => cpuSecondsWithEnded(await direct.postmaster());

const jobsOf = ({ supervisorPid }: House): number => {
  const [pid] = pidsOfHouse(supervisorPid, /--role jobs/);
  if (pid === undefined) throw new Error('no jobs process');
  return pid;
};

const peakOf = async (pid: number): Promise<number> =>
  Number(/^VmHWM:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

const exported = async (
  house: House,
  direct: DirectDatabase,
  api: Api,
  from: string | undefined,
): Promise<Exported> => {
  const pid = jobsOf(house);
  const cpu = async () => cpuSecondsWithEnded(pid) + (await databaseCpu(direct));
  const before = await cpu();
  const { batchId } = await api.call(endpoints.call.export, { from });
  const batch = await until(
    'the export',
    LIMIT_MS,
    async () => {
      const found = (await api.call(endpoints.batch.list, {})).list.find(({ id }) => id === batchId);
      return found === undefined || found.state === 0 ? null : found;
    },
    500,
  );
  if (batch.state !== 1) throw new Error(`the export came to: ${batch.remark}`);
  const cpuSeconds = (await cpu()) - before;
  const [file] = await direct.rows<{ bytes: string }>(
    'select file.bytes from batch join file on file.id = batch.file_id and file.merchant_id = batch.merchant_id where batch.id = $1',
    [batchId],
  );
  return {
    rows: batch.done,
    seconds: (Date.parse(batch.modifyTime) - Date.parse(batch.createTime)) / 1_000,
    cpuSeconds,
    fileBytes: Number(file?.bytes),
    peakMegabytes: await peakOf(pid),
  };
};

/** What the sheet is made of, as the tables have it. */
const COPY = `copy (select call.id, call.phone, call.callee_name, task.name, call.plan_name, call.line_name, call.state, call.because,
    call.level, call.talk_ms, call.turns, call.hung_up_by, call.direction, call.cost, call.variables, call.attempt, call.level_rule,
    transcript.answers, transcript.lines, follower.name, corrected.level, corrected.ruled_level, corrected.why, call.placed_at,
    call.answered_at, call.ended_at, followed.followed_at,
    (select jsonb_agg(jsonb_build_array(employee.name, note.text, note.written_at) order by note.written_at desc) from call_note note
      join employee on employee.merchant_id = note.merchant_id and employee.id = note.written_by
      where note.merchant_id = call.merchant_id and note.call_id = call.id)
  from call
    left join task on task.merchant_id = call.merchant_id and task.id = call.task_id
    left join call_correction corrected on corrected.merchant_id = call.merchant_id and corrected.call_id = call.id
    left join call_transcript transcript on transcript.merchant_id = call.merchant_id and transcript.call_id = call.id
    left join call_followed followed on followed.merchant_id = call.merchant_id and followed.call_id = call.id
    left join employee follower on follower.merchant_id = followed.merchant_id and follower.id = followed.followed_by
  where call.merchant_id = ${MERCHANT} and call.stage = 'ended' and call.removed_at is null
  order by call.listed_at desc, call.id desc) to stdout`;

/** Two that are measured alike. */
const taken = async (cpu: () => Promise<number>, work: () => Promise<unknown>): Promise<Taken> => {
  const [start, before] = [performance.now(), await cpu()];
  await work();
  return { seconds: (performance.now() - start) / 1_000, cpuSeconds: (await cpu()) - before };
};

const ownCpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
};

/** So many calls are enough that nothing packs better for being said again. */
const SAMPLE = 2_000;

function* again(lines: readonly (readonly OutCell[])[], rows: number) {
  for (let row = 0; row < rows; row += 1) yield lines[row % lines.length]!;
}

const floor = async (direct: DirectDatabase, rows: number): Promise<Pick<ExportFigure, 'copy' | 'writer'>> => {
  const database = openDatabase(await direct.url(), openLog('silent', 'bench'), { statementLimitMs: 0 });
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-export-'));
  try {
    const copied = async (): Promise<void> => {
      const client = await database.pool.connect();
      await finished(copyOut(client, COPY).stream.resume());
      client.release();
    };
    const copy = await taken(async () => ownCpu() + (await databaseCpu(direct)), copied);
    const [merchant] = await direct.rows<{ id: string }>(`select ${MERCHANT} as id`);
    const wanted = { filter: {}, phone: null, said: null, cities: null };
    const calls = await readChunk(merchantDb(database.db, merchant!.id), wanted, null, SAMPLE);
    const reader = { language: 'zh-CN', seesPhones: true, viewer: '', origin: 'http://127.0.0.1:1' } as const;
    const lines = calls.map(call => sheetRow(call, '广东 深圳 · 移动', reader));
    const { title, head } = exportWords['zh-CN'];
    const sheet = { path: join(folder, 'alone.xlsx'), name: title, head, columns: sheetColumns };
    const writer = await taken(
      async () => ownCpu(),
      () => writeXlsx({ ...sheet, rows: again(lines, rows) }),
    );
    return { copy, writer };
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
};

export const measureExport = async (calls: number): Promise<ExportFigure> => {
  const house = await startHouse({ LOG_LEVEL: 'warn' });
  const direct = await openDirect(house.dataDir);
  try {
    await fill(direct, calls);
    const api = await signIn(house);
    const stolen = stolenSeconds();
    const from = new Date(Date.now() - calls * 200).toISOString();
    const tenth = await exported(house, direct, api, from);
    const whole = await exported(house, direct, api, undefined);
    const alone = await floor(direct, whole.rows);
    return { rows: whole.rows, tenth, whole, ...alone, stolenSeconds: stolenSeconds() - stolen };
  } finally {
    await direct.close();
    await house.stop();
  }
};

const MOST_RATIO = 2;
/** Of what the tenth had: ten times the rows move a heap that is collected by its own lights, and no further. */
const MOST_GROWTH = 1.25;
const ratioOf = ({ whole, copy, writer }: ExportFigure, of: keyof Taken): number => whole[of] / (copy[of] + writer[of]);
const growthOf = ({ whole, tenth }: ExportFigure): number => whole.peakMegabytes / tenth.peakMegabytes;

/** A sentence for each bound that it is over. */
export const exportTooDear = (figure: ExportFigure): readonly string[] => {
  const [cpu, time, growth] = [ratioOf(figure, 'cpuSeconds'), ratioOf(figure, 'seconds'), growthOf(figure)];
  return [
    ...(cpu <= MOST_RATIO ? [] : [`an export takes ${cpu.toFixed(2)} times the CPU time of COPY and writer`]),
    ...(time <= MOST_RATIO ? [] : [`an export takes ${time.toFixed(2)} times as long as COPY and writer`]),
    ...(growth <= MOST_GROWTH ? [] : [`ten times the rows take ${growth.toFixed(2)} times the memory`]),
  ];
};

export const exportSamples = (figure: ExportFigure): readonly Sample[] => {
  const rows = figure.rows.toLocaleString('en');
  const sample = ([zh, en]: readonly [string, string], unit: string, value: number, digits: number): Sample => ({
    ...{ zh: `导出 ${rows} 条通话记录 .xlsx：${zh}`, en: `export of ${rows} calls as .xlsx: ${en}`, unit, digits },
    values: [value],
  });
  return [
    sample(['用时', 'time'], 's', figure.whole.seconds, 1),
    sample(
      [
        '处理器时间，COPY 导出加只写文件的倍数（至多 2）',
        'CPU time, ratio to COPY out plus the writer alone (at most 2)',
      ],
      '×',
      ratioOf(figure, 'cpuSeconds'),
      2,
    ),
    sample(
      ['用时，COPY 导出加只写文件的倍数（至多 2）', 'time, ratio to COPY out plus the writer alone (at most 2)'],
      '×',
      ratioOf(figure, 'seconds'),
      2,
    ),
    sample(['后台进程最多占内存', 'most memory of the jobs process'], 'MB', figure.whole.peakMegabytes, 0),
    sample(
      [
        '最多占内存，十分之一条数的倍数（至多 1.25）',
        'most memory, ratio to that of a tenth of the calls (at most 1.25)',
      ],
      '×',
      growthOf(figure),
      2,
    ),
  ];
};
