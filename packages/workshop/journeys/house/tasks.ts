import { type CallOf, endpoints, type OutputOf } from '@lianxian/contract';
import { openDirect } from '../../src/prove/database.ts';
import { type Api, until } from './api.ts';
import { practiceGround } from './calls.ts';
import type { House } from './house.ts';

export type TaskBoard = OutputOf<typeof endpoints.task.board>;
export type CallRow = OutputOf<typeof endpoints.call.list>['list'][number];
type Settings = CallOf<typeof endpoints.task.save>;

const WHOLE_DAY = [{ from: 0, to: 1_440 }];
const IMPORT_LIMIT_MS = 60_000;
const TOLD_CALLS = 20;

/** By the merchant's calendar. */
const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });

/**
 * A draft with its numbers, as a merchant makes one: saved, numbers pasted, the import waited for. Over the practice line unless told
 * otherwise, and of today alone: who asks to be called tomorrow becomes somebody's to-do, and the list comes to its end.
 */
export const draftTask = async (
  api: Api,
  phones: readonly string[],
  settings: Partial<Settings> & { readonly channels?: number } = {},
): Promise<string> => {
  const { channels = 60, ...own } = settings;
  const { planId } = await practiceGround(api);
  const ports = await api.call(endpoints.port.list, {});
  const practice = ports.list.find(port => port.practice);
  if (!practice) throw new Error('the demo merchant has no practice port');
  const { id } = await api.call(endpoints.task.save, {
    name: `任务 ${phones.length}`,
    planId,
    ports: [{ portId: practice.id, channels }],
    concurrency: channels,
    ringTimeoutS: 15,
    windows: Array.from({ length: 7 }, () => WHOLE_DAY),
    retries: {},
    endsOn: today(),
    ...own,
  });
  if (phones.length > 0) await appendNumbers(api, id, phones);
  return id;
};

/** Pastes numbers into a task and waits for their import. */
export const appendNumbers = async (api: Api, id: string, phones: readonly string[]): Promise<void> => {
  const { batchId } = await api.call(endpoints.task.import, {
    id,
    text: phones.join('\n'),
    header: '0',
    columns: [{ index: 0, use: 'phone' }],
  });
  const batch = await until(`the import ${batchId}`, IMPORT_LIMIT_MS, async () => {
    const { list } = await api.call(endpoints.batch.list, {});
    const found = list.find(each => each.id === batchId);
    return found && found.state !== 0 ? found : null;
  });
  if (batch.state !== 1) throw new Error(`the import ended as ${batch.state}: ${batch.remark}`);
};

export const startTask = (api: Api, id: string) => api.call(endpoints.task.start, { id });

/** Whatever its numbers wait for is over. */
export const comesDue = async ({ dataDir }: House, id: string): Promise<void> => {
  const direct = await openDirect(dataDir);
  try {
    await direct.rows("update callee set due_at = now() where task_id = $1 and state = 'retry' returning id", [id]);
    await direct.rows("select pg_notify('tasks', $1)", [id]);
  } finally {
    await direct.close();
  }
};

/** The board once the task is finished; one that does not come to its end says how it and its last calls stand. */
export const finishedTask = async (api: Api, id: string, limitMs: number): Promise<TaskBoard> => {
  let seen = null as TaskBoard | null;
  try {
    return await until(`the end of task ${id}`, limitMs, async () => {
      seen = await api.call(endpoints.task.board, { id });
      return seen.state === 'finished' ? seen : null;
    });
  } catch (error) {
    const { state, counts, pace } = seen ?? {};
    const records = (await recordsOf(api, id)).slice(0, TOLD_CALLS);
    const details = await Promise.all(records.map(record => api.call(endpoints.call.detail, { id: record.id })));
    const calls = details.map(({ placedAt, because, sipCode, sipReason }) => [placedAt, because, sipCode, sipReason]);
    throw new Error(JSON.stringify({ state, counts, pace, calls }), { cause: error });
  }
};

/** All call records of a task, newest first. */
export const recordsOf = async (api: Api, taskId: string): Promise<readonly CallRow[]> => {
  const rows: CallRow[] = [];
  let after: string | null = null;
  do {
    const page: OutputOf<typeof endpoints.call.list> = await api.call(endpoints.call.list, {
      taskId,
      limit: 100,
      ...(after === null ? {} : { after }),
    });
    rows.push(...page.list);
    after = page.after;
  } while (after !== null);
  return rows;
};
