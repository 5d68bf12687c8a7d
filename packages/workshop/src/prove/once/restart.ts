import { endpoints } from '@lianxian/contract';
import { until } from '../../../journeys/house/api.ts';
import { draftTask } from '../../../journeys/house/tasks.ts';
import { comes } from '../gates.ts';
import { kill } from '../victims.ts';
import { numbersOf } from './asked.ts';
import type { Site } from './site.ts';

/**
 * PostgreSQL is killed (`kill -9`) in the middle of an import, of an export, of numbers taken off and put back, while pages look and
 * to-dos are done. What was acknowledged is there, what had begun comes to its end, and pages answer again in ten
 * seconds.
 */
export interface RestartRun {
  /** From each kill until each page answered again. */
  readonly backMs: readonly number[];
  /** Until the batch task in whose middle it was had gone on, by a step or to its end. */
  readonly onMs: readonly number[];
  /** To-dos that were acknowledged, before, during and after. */
  readonly acknowledged: number;
  readonly violations: readonly string[];
}

const BACK_LIMIT_MS = 10_000;
const BATCH_LIMIT_MS = 180_000;
const ROWS = 60_000;
const CALLS = 300_000;
const TODOS = 400;
const LOOK_MS = 100;
const pause = () => new Promise(resolve => setTimeout(resolve, LOOK_MS));

/** Rows of the merchant, of before. */
const lay = async (site: Site) => {
  const { api, direct, merchantId, planId, lineId, ownerId, ports } = site;
  const draft = async (numbers: number): Promise<string> => {
    const id = await draftTask(api, [], { planId, ports: [...ports] });
    await numbersOf(site, id, numbers);
    return id;
  };
  const [grows, leaves, returns] = [await draft(0), await draft(ROWS), await draft(ROWS)];
  await direct.rows(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, stage, state, because, fault,
       may_retry, hung_up_by, placed_at, ended_at)
     select $1, $2, 1, '话术', $3, '练习线路', true, (13700000000 + n)::text, 'ended', 'busy', 'busy', 'callee', true, 'nobody',
       now() - n * interval '1 s', now() - n * interval '1 s'
     from generate_series(1, ${CALLS}) n`,
    [merchantId, planId, lineId],
  );
  const todos = await direct.rows<{ id: string }>(
    `insert into todo (merchant_id, kind, state, due_at, owner_id, phone, made_by)
     select $1, 'callBack', 'open', now(), $2, (13800000000 + n)::text, $2 from generate_series(1, ${TODOS}) n returning id::text`,
    [merchantId, ownerId],
  );
  return { grows, leaves, returns, todos: todos.map(({ id }) => id) };
};
type Laid = Awaited<ReturnType<typeof lay>>;

const stateOf = async ({ one }: Site, batch: string): Promise<{ readonly state: string; readonly rows: number }> =>
  one(`select state, rows_done::int as rows from batch where id = $1`, batch);

const begin = async (site: Site, { grows, leaves, returns }: Laid): Promise<Readonly<Record<string, string>>> => {
  const { api } = site;
  const text = Array.from({ length: ROWS }, (_, n) => String(13_900_000_000 + n)).join('\n');
  const { fileId } = await api.upload(endpoints.upload.sheet, new Blob([text]), '名单.csv');
  const out = await api.call(endpoints.taskNumbers.takeOutMany, { id: returns, by: 'filter' });
  await until('all of them off the list', BATCH_LIMIT_MS, async () =>
    (await stateOf(site, out.batchId)).state === 'done' ? true : null,
  );
  const [imported, exported, takenOff, putBack] = await Promise.all([
    api.call(endpoints.task.import, { id: grows, fileId, header: '0', columns: [{ index: 0, use: 'phone' }] }),
    api.call(endpoints.call.export, {}),
    api.call(endpoints.taskNumbers.takeOutMany, { id: leaves, by: 'filter' }),
    api.call(endpoints.taskNumbers.putBack, { id: returns, takeOutId: out.batchId }),
  ]);
  return {
    import: imported.batchId,
    export: exported.batchId ?? '',
    'taken off': takenOff.batchId,
    'put back': putBack.batchId,
  };
};

/** Does to-dos one after the other until it is told to stop; those that were acknowledged. */
const work = ({ api }: Site, todos: readonly string[]) => {
  const acknowledged: string[] = [];
  let isOver = false;
  const working = (async () => {
    for (const id of todos) {
      if (isOver) return;
      await api.call(endpoints.todo.done, { id, done: '1' }).then(
        () => acknowledged.push(id),
        () => undefined,
      );
      await pause();
    }
  })();
  return async (): Promise<readonly string[]> => {
    isOver = true;
    await working;
    return acknowledged;
  };
};

const sinceKill = async (what: string, killedAt: number, ask: () => Promise<unknown>): Promise<number> => {
  await comes(
    what,
    () =>
      ask().then(
        () => true,
        () => null,
      ),
    BATCH_LIMIT_MS,
  );
  return Date.now() - killedAt;
};

const pagesOf = ({ api }: Site, { grows, leaves }: Laid): Readonly<Record<string, () => Promise<unknown>>> => ({
  'live calls': () => api.call(endpoints.live.calls, {}),
  'live tasks': () => api.call(endpoints.live.tasks, {}),
  'to-dos': () => api.call(endpoints.todo.list, {}),
  'what-if': () => api.call(endpoints.whatIf.look, { taskId: leaves }),
  'a board': () => api.call(endpoints.task.board, { id: grows }),
  'call records': () => api.call(endpoints.call.list, {}),
});

/** Kills it in the middle of this batch task; how long each page was away, and how long the task stood still. */
const killUnder = async (site: Site, laid: Laid, batch: string) => {
  const { killedAt } = await kill(site, 'database', async () => undefined);
  const { rows } = await stateOf(site, batch);
  const goesOn = async (): Promise<void> => {
    const now = await stateOf(site, batch);
    if (now.state === 'running' && now.rows === rows) throw new Error('it stands still');
  };
  const pages = Object.entries(pagesOf(site, laid));
  const [onMs, ...backMs] = await Promise.all([
    sinceKill('a step of the batch task', killedAt, goesOn),
    ...pages.map(([name, ask]) => sinceKill(name, killedAt, ask)),
  ]);
  return { onMs, backMs };
};

/** Batch tasks of a merchant go one after the other: the next of these that is under way; null: none is left. */
const nextUnderWay = (site: Site, batches: ReadonlyMap<string, string>): Promise<string | null> =>
  until(
    'a batch task under way',
    BATCH_LIMIT_MS,
    async () => {
      let running = 0;
      for (const [name, batch] of batches) {
        const { state, rows } = await stateOf(site, batch);
        if (state !== 'running') continue;
        running += 1;
        if (rows > 0) return { name };
      }
      return running === 0 ? { name: null } : null;
    },
    LOOK_MS,
  ).then(({ name }) => name);

/** By hand: all of the import is there, the one list is empty, the other one is as it was. */
const judgeLists = async ({ one }: Site, { grows, leaves, returns }: Laid): Promise<readonly string[]> => {
  const wanted = { grows: `${ROWS} ${ROWS} ${ROWS}`, leaves: '0 0 0', returns: `${ROWS} ${ROWS} ${ROWS}` };
  const of = Object.entries({ grows, leaves, returns }) as [keyof typeof wanted, string][];
  const found: string[] = [];
  for (const [name, id] of of) {
    const { rows } = await one<{ rows: string }>(
      `select concat_ws(' ', count(*), count(distinct phone), (select total from task_count where task_id = $1)) as rows from callee where task_id = $1`,
      id,
    );
    if (rows !== wanted[name])
      found.push(`the list that ${name} has ${rows} numbers, different ones, counted; not ${wanted[name]}`);
  }
  return found;
};

const judgeTodos = async ({ direct }: Site, acknowledged: readonly string[]): Promise<readonly string[]> => {
  const done = await direct.rows(`select from todo where id = any($1::bigint[]) and state = 'done'`, [acknowledged]);
  return done.length === acknowledged.length
    ? []
    : [`of ${acknowledged.length} to-dos that were acknowledged ${done.length} are done`];
};

const judgeBatch = async (site: Site, name: string, batch: string): Promise<readonly string[]> => {
  const isOver = async () => ((await stateOf(site, batch)).state === 'running' ? null : true);
  await comes(`the end of the ${name}`, isOver, BATCH_LIMIT_MS).catch(() => undefined);
  const { state, rows } = await stateOf(site, batch);
  return state === 'done' && rows >= ROWS ? [] : [`${name} ended as ${state} with ${rows} rows`];
};

export const proveRestart = async (site: Site): Promise<RestartRun> => {
  await site.api.call(endpoints.config.save, { exportRows: 0 });
  const laid = await lay(site);
  const batches = await begin(site, laid);
  const stop = work(site, laid.todos);
  const left = new Map(Object.entries(batches));
  const [backMs, onMs]: [number[], number[]] = [[], []];
  for (let name = await nextUnderWay(site, left); name !== null; name = await nextUnderWay(site, left)) {
    const away = await killUnder(site, laid, batches[name]!);
    backMs.push(...away.backMs);
    onMs.push(away.onMs);
    left.delete(name);
  }
  const violations = [...left.keys()].map(name => `${name} was over before the database was killed: it proves nothing`);
  for (const [name, batch] of Object.entries(batches)) violations.push(...(await judgeBatch(site, name, batch)));
  const acknowledged = await stop();
  violations.push(
    ...backMs.filter(ms => ms > BACK_LIMIT_MS).map(ms => `a page was back after ${ms} ms only`),
    ...(await judgeLists(site, laid)),
    ...(await judgeTodos(site, acknowledged)),
  );
  return { backMs, onMs, acknowledged: acknowledged.length, violations };
};
