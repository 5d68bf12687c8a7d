import { endpoints } from '@lianxian/contract';
import { until } from '../../journeys/house/api.ts';
import { type AttemptRow, countNumbers } from './count.ts';
import type { Crash } from './crash.ts';
import { comes } from './gates.ts';
import type { Ground } from './ground.ts';

/** Attempts and calls, looked at from outside: the network on one side, the rows on the other. */
export interface Judgement {
  /** Each a sentence; none is the proof. */
  readonly violations: readonly string[];
  readonly numbers: number;
  readonly callIds: number;
  readonly attempts: number;
  readonly interrupted: number;
  /** ms from the return of the process to the BYE, of each stored dialog. */
  readonly byeAfterMs: readonly number[];
  /** The same from when it was loaded, which is what the limit holds for. */
  readonly byeAfterOpenMs: readonly number[];
}

const TASK_LIMIT_MS = 150_000;
const HANG_UP_LIMIT_MS = 5_000;

/** Waits for the tasks to come to their end by themselves, then counts. */
export const judge = async (
  ground: Ground,
  taskIds: readonly string[],
  crashes: readonly Crash[],
  limitMs = TASK_LIMIT_MS,
): Promise<Judgement> => {
  const violations: string[] = [];
  for (const id of taskIds)
    await finished(ground, id, limitMs).catch(async error => {
      violations.push(`task ${id} did not go on to its end: ${String(error)} ${await standingOf(ground, id)}`);
    });
  for (const { point, task } of crashes)
    for (const batch of task.batches) violations.push(...(await judgeBatch(ground, point, batch)));
  const attempts = await ground.direct.rows<AttemptRow>(
    `select id::text, task_id::text, phone, attempt, stage, state, because, dialled_at is not null as dialled
     from call where task_id = any($1::bigint[]) order by id`,
    [taskIds],
  );
  const counted = countNumbers(attempts, ground.relay.calls());
  const hangUps = crashes.flatMap((each, index) => judgeHangUps(ground, each, crashes.slice(index + 1)));
  violations.push(
    ...counted.violations,
    ...hangUps.flatMap(({ violation }) => (violation === null ? [] : [violation])),
    ...(await judgeRows(ground, taskIds, crashes)),
    ...(await judgePushed(ground)),
  );
  return {
    violations,
    numbers: counted.numbers,
    callIds: counted.callIds,
    attempts: attempts.length,
    interrupted: attempts.filter(({ state }) => state === 'interrupted').length,
    byeAfterMs: hangUps.flatMap(({ afterMs }) => afterMs),
    byeAfterOpenMs: hangUps.flatMap(({ afterOpenMs }) => afterOpenMs),
  };
};

/** Read in the database: the page's own way there may be among the dead for a moment. */
const finished = ({ direct }: Ground, id: string, limitMs: number): Promise<true> =>
  comes(
    `the end of task ${id}`,
    async () => {
      const ended = await direct.rows(`select from task where id = $1 and state = 'finished'`, [id]);
      return ended.length > 0 ? true : null;
    },
    limitMs,
  );

type Return = Pick<Crash, 'backAt' | 'openAt'>;

/** The return from which the limit counts: whoever is killed again before the limit begins anew when it is back. */
const lastReturn = (first: Return, later: readonly Crash[]): Return =>
  later.reduce<Return>(
    (back, next) =>
      (next.victim === 'calls' || next.victim === 'database') && next.killedAt < back.openAt + HANG_UP_LIMIT_MS
        ? next
        : back,
    first,
  );

/** A stored dialog gets its BYE, a stored INVITE its CANCEL or its end, within five seconds of when its process is back. */
const judgeHangUps = (ground: Ground, crash: Crash, later: readonly Crash[]) => {
  const { point, dialogs, invites } = crash;
  const relayed = new Map(ground.relay.calls().map(call => [call.callId, call]));
  const { backAt, openAt } = lastReturn(crash, later);
  const late = (at: number | null) => at === null || at > openAt + HANG_UP_LIMIT_MS;
  return [
    ...dialogs.map(id => ({ id, call: relayed.get(id), isDialog: true })),
    ...invites.map(id => ({ id, call: relayed.get(id), isDialog: false })),
  ].map(({ call, isDialog }) => {
    const at = call?.hungUpAt ?? null;
    const isOver = !isDialog && call?.refusedWith != null;
    // Before a second death: that is in time as well.
    const after = (from: number) => (isDialog && at !== null ? [Math.max(0, at - from)] : []);
    return {
      afterMs: after(backAt),
      afterOpenMs: after(openAt),
      violation:
        isOver || !late(at)
          ? null
          : `${point}: a stored ${isDialog ? 'dialog got no BYE' : 'INVITE got no CANCEL'} within 5 s (${at === null ? 'never' : `${at - openAt} ms`})`,
    };
  });
};

/** Acknowledged numbers are there and settled, and the counts of a task are what its numbers say. */
const judgeRows = async (
  { direct }: Ground,
  taskIds: readonly string[],
  crashes: readonly Crash[],
): Promise<readonly string[]> => {
  const callees = await direct.rows<{ task_id: string; phone: string; state: string }>(
    'select task_id::text, phone, state from callee where task_id = any($1::bigint[])',
    [taskIds],
  );
  const there = new Set(callees.map(({ task_id, phone }) => `${task_id} ${phone}`));
  const counts = await direct.rows<{ task_id: string }>(
    `select c.task_id::text from task_count c, lateral (
       select count(*) as total, count(*) filter (where state = 'settled') as settled,
         count(*) filter (where state = 'calling') as calling
       from callee n where n.merchant_id = c.merchant_id and n.task_id = c.task_id) n
     where c.task_id = any($1::bigint[]) and (c.total, c.settled, c.calling) <> (n.total, n.settled, n.calling)`,
    [taskIds],
  );
  return [
    ...callees
      .filter(({ state }) => state !== 'settled')
      .map(row => `…${row.phone.slice(-4)} is ${row.state} at the end`),
    ...crashes.flatMap(({ task, numbers }) =>
      numbers
        .filter(phone => !there.has(`${task.id} ${phone}`))
        .map(phone => `…${phone.slice(-4)} was acknowledged and is lost`),
    ),
    ...counts.map(row => `the counts of task ${row.task_id} are not those of its numbers`),
  ];
};

/** Every record that was pushed is there. */
const judgePushed = async ({ direct, pushed }: Ground): Promise<readonly string[]> => {
  const rows = await direct.rows<{ id: string }>(
    `select id::text from call where stage = 'ended' and id = any($1::bigint[])`,
    [[...pushed]],
  );
  const there = new Set(rows.map(({ id }) => id));
  return [...pushed].filter(id => !there.has(id)).map(id => `call ${id} was pushed and is not there`);
};

const judgeBatch = async ({ api }: Ground, point: string, id: string): Promise<readonly string[]> => {
  const batch = await until(`the end of batch ${id}`, TASK_LIMIT_MS, async () => {
    const { list } = await api.call(endpoints.batch.list, {}).catch(() => ({ list: [] }));
    const found = list.find(row => row.id === id);
    return found && found.state !== 0 ? found : null;
  }).catch(() => null);
  if (batch === null) return [`${point}: batch ${id} never ended`];
  return batch.state === 1 ? [] : [`${point}: batch ${id} ended as ${batch.state}: ${batch.remark}`];
};

const standingOf = async ({ direct }: Ground, id: string): Promise<string> =>
  JSON.stringify(
    await direct.rows(
      `select t.state, t.because, (select jsonb_object_agg(state, n) from (select state, count(*) n from callee where task_id = t.id group by state) s) callees,
         (select jsonb_object_agg(stage, n) from (select stage, count(*) n from call where task_id = t.id group by stage) s) calls
       from task t where id = $1`,
      [id],
    ),
  );
