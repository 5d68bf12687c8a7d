import type { endpoints, OutputOf, TopicMessage } from '@lianxian/contract';
import type { z } from 'zod';
import type { Batch } from '../work/use-batches.ts';
import { finishedImport } from './fake-calls.ts';
import { board, callees, importPreview, runningTask, type Task, taskDetailOf } from './fake-task-world.ts';

/** Tasks of the fake server: small, but they remember what was done to them. */
export interface FakeTasks {
  readonly handlers: Record<string, (input: never) => unknown>;
  /** Something of a task changes; its board and the list are told. */
  readonly goes: (id: string, part: Partial<Task>) => void;
}

interface Tells {
  readonly toTopic: (topic: string, message: TopicMessage) => void;
  readonly addBatch: (batch: Batch) => void;
}
type SaveInput = z.output<typeof endpoints.task.save.input>;
type Blacklisted = OutputOf<typeof endpoints.blacklist.list>['list'][number];

export const createFakeTasks = (start: readonly Task[], { toTopic, addBatch }: Tells): FakeTasks => {
  let tasks = [...start];
  const saved = new Map<string, SaveInput>();
  let rules = { legalFromMinute: 540, legalToMinute: 1_200, callsPerDay: 3, callsPerWeek: 10, channels: 300 };
  let blacklist: Blacklisted[] = [];
  const goes = (id: string, part: Partial<Task>) => {
    tasks = tasks.map(task => (task.id === id ? { ...task, ...part } : task));
    for (const topic of ['tasks', `task:${id}`]) toTopic(topic, { type: 'taskChanged', topic, id });
  };
  const taskOf = (id: string) => tasks.find(task => task.id === id) ?? runningTask;
  const control = (state: Task['state']) => (input: { id: string }) => {
    goes(input.id, { state, because: '', becauseText: '' });
    return { id: input.id, state, because: '', becauseText: '' };
  };
  const add = (task: Task) => {
    tasks = [task, ...tasks];
    return { id: task.id };
  };
  return {
    goes,
    handlers: {
      'task/list': ({ state, q }: z.output<typeof endpoints.task.list.input>) => {
        const list = tasks.filter(task => (!state || task.state === state) && (!q || task.name.includes(q)));
        return { list, total: list.length, after: null };
      },
      'task/detail': ({ id }: { id: string }) => taskDetailOf(taskOf(id), saved.get(id)),
      'task/save': (input: SaveInput) => {
        const id = input.id ?? String(70 + tasks.length);
        saved.set(id, input);
        const part = { name: input.name, concurrency: input.concurrency };
        if (input.id) goes(id, part);
        else add({ ...runningTask, ...part, id, state: 'draft', counts: noNumbers, answered: 0, startedAt: null });
        return { id };
      },
      'task/copy': ({ id, name }: { id: string; name: string }) =>
        add({ ...taskOf(id), id: String(70 + tasks.length), name, state: 'draft', counts: noNumbers, answered: 0 }),
      'task/remove': ({ id }: { id: string }) => {
        tasks = tasks.filter(task => task.id !== id);
        return {};
      },
      'task/start': control('running'),
      'task/pause': control('paused'),
      'task/resume': control('running'),
      'task/stop': control('stopped'),
      'task/stopAll': () => {
        const running = tasks.filter(task => task.state === 'running');
        for (const task of running) goes(task.id, { state: 'paused', because: 'stoppedAll', becauseText: '紧急停止' });
        return { tasks: running.length, calls: running.reduce((sum, task) => sum + task.counts.calling, 0) };
      },
      'task/board': ({ id }: { id: string }) => {
        const { name, state, becauseText, counts } = taskOf(id);
        return { ...board, id, name, state, becauseText, counts };
      },
      'task/callees': ({ state, phone }: z.output<typeof endpoints.task.callees.input>) => ({
        list: callees.filter(each => (!state || each.state === state) && (!phone || each.phone.startsWith(phone))),
        after: null,
      }),
      'task/preview': ({ text }: z.output<typeof endpoints.task.preview.input>) => importPreview(text),
      'task/import': ({ id, text }: z.output<typeof endpoints.task.import.input>) => {
        const rows = text?.split('\n').length ?? 0;
        const batch = { ...finishedImport, id: '498', done: rows, of: rows, remark: `导入 ${rows} 个` };
        addBatch(batch);
        goes(id, { counts: { ...noNumbers, total: rows, fresh: rows } });
        return { batchId: batch.id };
      },
      'config/calling': () => rules,
      'config/saveCalling': (input: typeof rules) => {
        rules = input;
        return {};
      },
      'blacklist/list': () => ({ list: blacklist, total: blacklist.length, after: null }),
      'blacklist/add': ({ phones, reason }: { phones: string; reason: string }) => {
        const [good, refused] = [/^\d{8,12}$/, phones.split('\n')] as const;
        const added = refused.filter(phone => good.test(phone));
        blacklist = added.map(phone => ({
          phone,
          phoneKey: phone,
          reason,
          callId: null,
          createdAt: runningTask.createdAt,
        }));
        return { added: added.length, known: 0, refused: refused.filter(phone => !good.test(phone)) };
      },
      'blacklist/remove': ({ phoneKey }: { phoneKey: string }) => {
        blacklist = blacklist.filter(row => row.phoneKey !== phoneKey);
        return {};
      },
    },
  };
};

const noNumbers: Task['counts'] = { total: 0, fresh: 0, retrying: 0, calling: 0, settled: 0 };
