import type { endpoints, OutputOf } from '@lianxian/contract';

/** Answers by hand: figures that no house of a test comes to. The layer checks them by the contract. */
type Home = OutputOf<typeof endpoints.home.index>;

const none = { A: 0, B: 0, C: 0, D: 0, E: 0, F: 0 };
const day = (date: string, calls: number, answered: number, a: number, b: number, cost: string) => ({
  date,
  calls,
  answered,
  talkMs: answered * 47_000,
  levels: { ...none, A: a, B: b },
  cost,
  byHand: { calls: 3, cost: '0.24' },
});

/** The first page of a merchant with thousands of calls a day. */
export const busyHome: Home = {
  at: '2026-11-18T08:38:00Z',
  date: '2026-11-18',
  calls: {
    days: [
      day('2026-11-12', 3_100, 1_200, 90, 120, '160.2'),
      day('2026-11-13', 3_600, 1_500, 110, 130, '181'),
      day('2026-11-14', 0, 0, 0, 0, '0'),
      day('2026-11-15', 3_300, 1_250, 95, 140, '170.5'),
      day('2026-11-16', 3_900, 1_700, 130, 180, '205'),
      day('2026-11-17', 4_600, 1_950, 160, 250, '262.4'),
      day('2026-11-18', 4_882, 2_158, 173, 287, '268.51'),
    ],
    before: { calls: 4_600, answered: 1_950, talkMs: 1_950 * 50_000, levels: { ...none, A: 160, B: 250 }, cost: '250' },
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      answered: hour >= 9 && hour <= 16 ? 250 + hour : 0,
      unanswered: hour >= 9 && hour <= 16 ? 330 : 0,
      before: hour >= 9 && hour <= 19 ? 560 : 0,
    })),
  },
  live: { calls: 27, byHand: 1, channels: 36, callsPerSecond: 1.9 },
  tasks: [
    {
      id: '7',
      name: '试听课回访 · 11 月第三批',
      maker: '李敏',
      state: 'running',
      total: 20_000,
      dialled: 13_420,
      calling: 18,
      concurrency: 24,
      calls: 16_000,
      answered: 6_976,
      wanted: 312,
      next: { is: 'doneAt', at: '2026-11-18T11:10:00Z', text: '' },
    },
    {
      id: '8',
      name: '老学员转介绍',
      maker: '王晓雯',
      state: 'paused',
      total: 3_000,
      dialled: 820,
      calling: 0,
      concurrency: 8,
      calls: 900,
      answered: 350,
      wanted: 41,
      next: { is: 'because', at: null, text: '余额不足，充值后自动继续' },
    },
  ],
  todo: [
    { kind: 'line', id: '22', name: '粤联通-02', because: 'noReply', since: '2026-11-18T08:21:00Z', restsUntil: null },
    { kind: 'balance', available: '98.8' },
    { kind: 'task', id: '8', name: '老学员转介绍', because: 'balance', text: '余额不足，充值后自动继续' },
    { kind: 'batch', id: '500', name: '导出通话记录', text: '磁盘快满了' },
  ],
  intents: [
    {
      callId: '103',
      phone: '138****2217',
      name: '陈女士',
      level: 'A',
      wanted: '愿意周六试听',
      at: '2026-11-18T08:34:08Z',
    },
    { callId: '101', phone: '151****3380', name: '', level: 'B', wanted: '晚上再联系', at: '2026-11-18T08:30:08Z' },
  ],
  balance: { available: '98.8', reserved: '1.2' },
  steps: {
    line: { practice: true, channels: 8 },
    plan: { name: '试听课回访', nodes: 12 },
    numbers: { taskId: '7', added: 1_186, refused: 14 },
    testCall: null,
    task: { id: '7', name: '试听课回访 · 11 月第三批', started: false },
  },
};

/** Merchants of a whole platform. */
export const overview: OutputOf<typeof endpoints.platform.overview> = {
  merchants: 128,
  off: 3,
  resellers: 9,
  live: 412,
  callsToday: 88_300,
  answeredToday: 38_600,
  balance: '120345.5',
  running: 37,
};

/** What needs a look on it. */
export const cockpit: OutputOf<typeof endpoints.platform.cockpit> = {
  minutes: Array.from({ length: 60 }, (_, at) => at),
  deadLines: {
    total: 1,
    list: [
      {
        merchantId: '7',
        merchantNumber: '100268',
        merchantName: '启航教育',
        merchantKind: 'merchant',
        name: '粤电信-01',
        since: '2026-11-18T08:21:00Z',
      },
    ],
  },
  lowBalances: {
    total: 1,
    list: [
      {
        merchantId: '8',
        merchantNumber: '100269',
        merchantName: '远望教育',
        merchantKind: 'reseller',
        available: '0.5',
        lastDay: '12',
      },
    ],
  },
  failingTasks: { total: 0, list: [] },
  house: {
    version: '0.1.0',
    diskFreeMB: 51_200,
    diskNeedsMB: 256,
    nodes: [
      { id: 'a', address: '192.0.2.1:5060', version: '0.1.0', calls: 12, capacity: 200, state: 'alive' },
      { id: 'b', address: '192.0.2.2:5060', version: '0.0.9', calls: 0, capacity: 200, state: 'silent' },
    ],
  },
};
