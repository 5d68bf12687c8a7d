import type { endpoints, InputOf, OutputOf } from '@lianxian/contract';

/** A merchant's tasks for page tests, hand-written. They fill a board. */
export type Task = OutputOf<typeof endpoints.task.list>['list'][number];
type Detail = OutputOf<typeof endpoints.task.detail>;
type Board = OutputOf<typeof endpoints.task.board>;
type Callee = OutputOf<typeof endpoints.task.callees>['list'][number];

export const ports: OutputOf<typeof endpoints.port.list>['list'] = [
  {
    id: '31',
    name: '练习通道',
    lineId: '21',
    lineName: '练习线路',
    practice: true,
    callerNumber: '',
    channels: 300,
    live: 0,
    lineState: 'up',
  },
  {
    id: '32',
    name: '粤电信-01',
    lineId: '22',
    lineName: '粤电信',
    practice: false,
    callerNumber: '',
    channels: 24,
    live: 0,
    lineState: 'up',
  },
];

export const runningTask: Task = {
  id: '7',
  name: '试听课回访 · 11 月第三批',
  state: 'running',
  because: '',
  becauseText: '',
  planName: '试听课回访',
  planVersion: 12,
  counts: { total: 20_000, fresh: 5_482, retrying: 1_080, calling: 18, settled: 13_420 },
  answered: 5_851,
  concurrency: 24,
  createdAt: '2026-11-18T01:00:00Z',
  startedAt: '2026-11-18T02:02:00Z',
  startedBy: '李敏',
  endedAt: null,
};
export const tasks: readonly Task[] = [
  runningTask,
  {
    ...runningTask,
    id: '6',
    name: '车险续保提醒 · 12 月',
    state: 'paused',
    because: 'balance',
    becauseText: '余额不够',
    counts: { total: 6_000, fresh: 6_000, retrying: 0, calling: 0, settled: 0 },
    answered: 0,
  },
  {
    ...runningTask,
    id: '5',
    name: '试听课回访 · 第二批',
    state: 'finished',
    counts: { total: 900, fresh: 0, retrying: 0, calling: 0, settled: 900 },
    answered: 410,
  },
];

const wholeWeek = Array.from({ length: 7 }, () => [{ from: 0, to: 1_440 }]);

export const taskDetailOf = (task: Task, saved?: InputOf<typeof endpoints.task.save>): Detail => ({
  ...task,
  planId: '11',
  planRemoved: false,
  newerVersion: null,
  ports: (saved?.ports ?? [{ portId: '31', channels: 24 }]).map(choice => {
    const port = ports.find(each => each.id === choice.portId) ?? ports[0]!;
    return { ...choice, name: port.name, lineName: port.lineName, practice: port.practice, removed: false };
  }),
  ringTimeoutS: saved?.ringTimeoutS ?? 30,
  windows: saved?.windows ?? wholeWeek,
  retries: saved?.retries ?? { busy: { times: 2, afterMinutes: 10 } },
  skipRecentDays: saved?.skipRecentDays ?? 0,
});

const at = (second: number) => new Date(Date.UTC(2026, 10, 18, 8, 0, second)).toISOString();
const live = (n: number, stage: Board['live'][number]['stage']): Board['live'][number] => ({
  id: String(900 + n),
  phone: `138****${2_217 + n}`,
  name: n % 2 === 0 ? '陈女士' : '何先生',
  stage,
  placedAt: at(n),
  answeredAt: stage === 'talking' ? at(n + 5) : null,
});

export const board: Board = {
  ...runningTask,
  windows: Array.from({ length: 7 }, () => [
    { from: 540, to: 720 },
    { from: 810, to: 1_200 },
  ]),
  channels: { used: 18, limit: 24 },
  outcomes: [
    { state: 'answered', calls: 5_851 },
    { state: 'noAnswer', calls: 3_842 },
    { state: 'busy', calls: 1_107 },
    { state: 'unreachable', calls: 769 },
    { state: 'poweredOff', calls: 412 },
    { state: 'emptyNumber', calls: 287 },
    { state: 'lineFault', calls: 72 },
  ],
  levels: { A: 118, B: 194, C: 406, D: 871, E: 1_320, F: 2_942 },
  minutes: Array.from({ length: 30 }, (_, minute) => ({
    at: at(minute * 60),
    calls: 24,
    answered: 14,
    levels: { A: 1 + (minute % 2), B: 2, C: 2 + (minute % 3), D: 3, E: 3 + (minute % 4), F: 4 },
  })),
  recent: { calls: 130, answered: 60 },
  pace: { perMinute: 72, because: 'portsFull', becauseText: '通道用满' },
  doneAt: '2026-11-18T11:10:00Z',
  live: [
    ...Array.from({ length: 12 }, (_, n) => live(n, 'talking')),
    ...Array.from({ length: 6 }, (_, n) => live(20 + n, 'dialling')),
  ],
  events: [
    { at: '2026-11-18T08:38:00Z', kind: 'settings', text: '李敏 把并发从 18 改为 24' },
    { at: '2026-11-18T02:02:00Z', kind: 'started', text: '李敏 启动任务' },
  ],
};

const callee = (n: number, part: Partial<Callee>): Callee => ({
  id: String(3_000 + n),
  phone: `1381234${1_000 + n}`,
  name: n % 2 === 0 ? '陈女士' : '',
  area: '广东广州 移动',
  state: 'fresh',
  because: '',
  becauseText: '',
  attempts: 0,
  dueAt: null,
  lastState: null,
  lastLevel: null,
  lastCallId: null,
  ...part,
});
export const callees: readonly Callee[] = [
  callee(0, {
    state: 'settled',
    becauseText: '已接通',
    attempts: 1,
    lastState: 'answered',
    lastLevel: 'A',
    lastCallId: '103',
  }),
  callee(1, { state: 'retry', attempts: 1, lastState: 'busy', dueAt: '2026-11-18T09:00:00Z', lastCallId: '102' }),
  callee(2, {}),
];

/** Pasted text as the server shows it: the first column a phone, the second a name. */
export const importPreview = (text = ''): OutputOf<typeof endpoints.task.preview> => {
  const rows = text.split('\n').map(line => line.split(','));
  const width = Math.max(...rows.map(row => row.length));
  return {
    kind: 'text',
    sheets: [],
    encoding: 'utf-8',
    header: false,
    columns: Array.from({ length: width }, (_, index) => ({
      index,
      title: '',
      guess: index === 0 ? { index, use: 'phone' as const } : index === 1 ? { index, use: 'name' as const } : null,
    })),
    rows: rows.slice(0, 20),
    columnsLeftOut: false,
  };
};
