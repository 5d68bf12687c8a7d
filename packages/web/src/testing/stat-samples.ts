import type { endpoints, OutputOf, StatFigures, StatWay } from '@lianxian/contract';

/** Answers of the statistics by hand: figures that differ, so that each is seen where it belongs. */
const none: StatFigures = {
  ...{ calls: 0, numbers: 0, seized: 0, answered: 0, heard: 0, talkMs: 0, turns: 0, completed: 0, missed: 0, good: 0 },
  ...{ levels: { A: 0, B: 0, C: 0, D: 0, E: 0, F: 0 }, cost: '0' },
};
const times = (figures: Partial<StatFigures>): StatFigures => ({ ...none, ...figures });
const now = times({
  ...{ calls: 1_420, numbers: 980, seized: 1_400, answered: 620, heard: 431, talkMs: 29_760_000, turns: 3_100 },
  ...{ completed: 300, missed: 57, levels: { A: 60, B: 90, C: 120, D: 100, E: 150, F: 80 }, good: 150, cost: '88.2' },
});
const before = times({
  ...{ calls: 1_200, numbers: 800, seized: 1_190, answered: 600, heard: 400, talkMs: 24_000_000, turns: 2_400 },
  ...{ completed: 280, missed: 60, levels: { A: 40, B: 80, C: 100, D: 100, E: 150, F: 80 }, good: 120, cost: '70' },
});
const chance = { answered: false, heard: true, completed: true, good: false };
const compared = { now, before, chance };
const way: StatWay = { from: '2026-11-13T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z', source: 'notHand' };
const row = (key: string, name: string, calls: StatWay = way) => ({ key, name, ...compared, calls });
const page = { after: null };

export const qualityAnswer: OutputOf<typeof endpoints.stat.planQuality> = {
  sum: { ...compared, listed: 2_000, calls: way },
  days: [
    { day: '2026-11-19', now, before },
    { day: '2026-11-20', now: before, before: now },
  ],
  list: [
    { ...row('7-3', '试听课回访', { ...way, planId: '7', planVersion: 3 }), planId: '7', version: 3, listed: 1_500 },
    { ...row('8-1', '续保提醒', { ...way, planId: '8', planVersion: 1 }), planId: '8', version: 1, listed: 500 },
  ],
  ...page,
  total: 2,
};
export const missedAnswer: OutputOf<typeof endpoints.stat.missed> = { list: [{ text: '费用怎么算', n: 31 }] };

export const levelsAnswer: OutputOf<typeof endpoints.stat.levels> = {
  sum: { ...compared, calls: way },
  list: ['2026-11-18', '2026-11-19', '2026-11-20'].map((day, at) =>
    row(day, '', { ...way, from: `${day}T00:00:00+08:00`, to: `2026-11-${19 + at}T00:00:00+08:00` }),
  ),
  ...page,
  total: 3,
};
export const hoursAnswer: OutputOf<typeof endpoints.stat.answerHours> = {
  list: [
    {
      ...{ weekday: 0, hour: 9, calls: 200, answered: 80, good: 12, chance: false },
      way: { ...way, weekdays: [0], hourFrom: 9, hourTo: 10 },
    },
    {
      ...{ weekday: 2, hour: 11, calls: 10, answered: 3, good: 1, chance: true },
      way: { ...way, weekdays: [2], hourFrom: 11, hourTo: 12 },
    },
  ],
};
export const causesAnswer: OutputOf<typeof endpoints.stat.causes> = {
  list: [
    {
      ...{ state: 'noAnswer', because: 'noAnswer', becauseText: '振铃没人接', now: 349, before: 300, chance: true },
      calls: { ...way, states: ['noAnswer'], becauses: ['noAnswer'] },
    },
    {
      ...{ state: 'busy', because: 'busy', becauseText: '占线', now: 120, before: 60, chance: false },
      calls: { ...way, states: ['busy'], becauses: ['busy'] },
    },
  ],
};
export const portsAnswer: OutputOf<typeof endpoints.stat.ports> = {
  sum: { ...compared, calls: way },
  list: [row('5', '广州 E1', { ...way, portId: '5' }), row('0', '', way)],
  ...page,
  total: 2,
};

export const questionsAnswer: OutputOf<typeof endpoints.stat.questions> = {
  list: [
    { question: '孩子几年级', robot: 210, seat: 30, values: 6, before: 180 },
    { question: '哪天方便', robot: 0, seat: 44, values: 3, before: 40 },
  ],
};
export const collectionAnswer: OutputOf<typeof endpoints.stat.collection> = {
  answered: { now: 240, before: 180 },
  list: [
    { value: '三年级', now: 120, before: 60, chance: false },
    { value: '=HYPERLINK("x")<b>', now: 80, before: 80, chance: true },
  ],
  rest: { now: 40, before: 40 },
};
export const crossAnswer: OutputOf<typeof endpoints.stat.cross> = {
  rows: ['三年级', '四年级'],
  columns: ['周六', '周日'],
  cells: [
    { row: '三年级', column: '周六', n: 21 },
    { row: '四年级', column: '周日', n: 7 },
  ],
};
export const wordsAnswer: OutputOf<typeof endpoints.stat.words> = { list: [{ word: '年级', n: 200 }], answers: 240 };
export const answersAnswer: OutputOf<typeof endpoints.stat.answers> = {
  list: [
    {
      ...{ callId: '901', n: 1, phone: '138****2217', calleeName: '陈女士', placedAt: '2026-11-20T02:00:00.000Z' },
      ...{ planName: '试听课回访', level: 'A', question: '孩子几年级', value: '三年级', by: 'robot', byName: '' },
    },
    {
      ...{ callId: '902', n: 1, phone: '186****9043', calleeName: '何先生', placedAt: '2026-11-20T01:00:00.000Z' },
      ...{ planName: '试听课回访', level: 'B', question: '孩子几年级', value: '四年级', by: 'seat', byName: '刘洋' },
    },
  ],
  total: 2,
  after: null,
};
export const reportAnswer: OutputOf<typeof endpoints.stat.report> = {
  ...{ every: 'off', weekday: 0, hour: 8, pages: ['planQuality', 'portStat'], to: [], sentAt: null },
  people: [{ id: '31', name: '赵强' }],
};
