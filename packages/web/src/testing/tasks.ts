import { type CallOf, endpoints } from '@lianxian/contract';
import type { CallState, Level, TaskBecause, TaskState } from '@lianxian/core';
import { action, type Merchant, type Person } from './house.ts';
import { giveCalls } from './house-calls.ts';

/** Every day, all of it. */
const wholeWeek = Array.from({ length: 7 }, () => [{ from: 0, to: 1_440 }]);

/** A draft over the merchant's plan and practice line, or with an id that task with these settings; its id. */
export const newTask = async (
  { ask }: Person,
  wish: { readonly name: string } & Partial<CallOf<typeof endpoints.task.save>>,
): Promise<string> => {
  const [plans, ports] = await Promise.all([ask(endpoints.plan.options, {}), ask(endpoints.port.options, {})]);
  const practice = ports.list.find(port => port.practice);
  const { id } = await ask(endpoints.task.save, {
    planId: plans.list[0]?.id ?? '',
    ports: [{ portId: practice?.id ?? '', channels: 24 }],
    concurrency: 24,
    ringTimeoutS: 30,
    windows: wholeWeek,
    retries: { busy: { times: 2, afterMinutes: 10 } },
    skipRecentDays: 0,
    ...wish,
  });
  return id;
};

/** Numbers from a first one on are put into it, as an import does. */
export const addNumbers = ({ id }: Merchant, task: string, first: number, count: number): Promise<unknown> =>
  action('numbers', { merchant: id, task, phones: Array.from({ length: count }, (_, n) => String(first + n)) });

/** How far the runner came with a task; what is left out stays as it is. */
interface TaskCourse {
  readonly state?: TaskState;
  readonly because?: TaskBecause;
  /** Of its numbers, those that are being called apart. */
  readonly counts?: Readonly<Record<'fresh' | 'retrying' | 'settled' | 'answered', number>>;
  /** What limits its pace: a key. */
  readonly pace?: string;
  /** Calls that ended so many minutes ago. */
  readonly endings?: readonly (readonly [minutesAgo: number, state: CallState, level: Level | '', calls: number])[];
}

export const taskGoes = ({ id }: Merchant, task: string, course: TaskCourse): Promise<unknown> =>
  action('taskGoes', { merchant: id, task, ...course });

/** So many numbers of a running task are talked to, so many ring. */
const [TALKING, RINGING, FRESH] = [12, 6, 5_482];
const ringing = { stage: 'dialling' } as const;

/** A task in the middle of 20,000 numbers, 18 of which are being called: from 15400002217 on; it and its calls. */
export const runningTask = async (
  merchant: Merchant,
  wish: Parameters<typeof newTask>[1],
): Promise<{ readonly task: string; readonly calls: readonly string[] }> => {
  const { owner } = merchant;
  const first = 15_400_002_217;
  const task = await newTask(owner, wish);
  await addNumbers(merchant, task, first, TALKING + RINGING + FRESH);
  await owner.ask(endpoints.task.start, { id: task });
  const rowOf = (n: number) => ({ taskId: task, phone: String(first + n), ...(n < TALKING ? {} : ringing) });
  const calls = await giveCalls(
    merchant,
    Array.from({ length: TALKING + RINGING }, (_, n) => ({ row: rowOf(n), ending: null })),
  );
  await taskGoes(merchant, task, { counts: { fresh: FRESH, retrying: 1_080, settled: 13_420, answered: 5_851 } });
  return { task, calls };
};
