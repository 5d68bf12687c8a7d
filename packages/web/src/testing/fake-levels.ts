import type { endpoints, OutputOf } from '@lianxian/contract';
import type { z } from 'zod';
import { FakeRefusal } from './fake-security.ts';

type Input<E extends { readonly input: z.ZodType }> = z.output<E['input']>;
type BackTest = OutputOf<typeof endpoints.level.backTestState>;
type Facts = OutputOf<typeof endpoints.level.facts>;
type Missed = OutputOf<typeof endpoints.nodeStat.missed>;
type Heat = OutputOf<typeof endpoints.nodeStat.heat>;

const calls = [
  { id: '901', phone: '138****1234', talkMs: 42_000, ruledLevel: 'F', levelRule: '其他', corrected: 'C' },
  { id: '902', phone: '139****5678', talkMs: 6_000, ruledLevel: 'F', levelRule: '其他', corrected: null },
] as const;
const at = '2026-11-20T02:00:00.000Z';

const facts: Facts['facts'] = {
  ...{ talkMs: 42_000, turns: 3, positives: 1, negatives: 0, refusals: 0, notUnderstood: 1, silences: 0 },
  ...{ interruptions: 0, questions: 0, transferred: false, met: { yes: 1 }, answers: {}, hungUpBy: 'callee' },
  passed: [
    { node: 'open', by: 'yes' },
    { node: 'course', by: 'calleeHungUp' },
  ],
};

const over: Omit<BackTest, 'id' | 'rules'> = {
  ...{ state: 'done', from: '2026-10-22', to: '2026-11-21', done: 120, total: 120, changed: 30, by: '王晓雯', at },
  moves: [
    { from: 'F', to: 'B', n: 28 },
    { from: 'F', to: 'C', n: 2 },
    { from: 'F', to: 'F', n: 90 },
  ],
  before: [
    { from: 'F', to: 'B', n: 3 },
    { from: 'F', to: 'F', n: 1 },
  ],
  after: [
    { from: 'B', to: 'B', n: 3 },
    { from: 'F', to: 'F', n: 1 },
  ],
};

const heat: Heat = {
  calls: 60,
  versions: [{ version: 12, calls: 60 }],
  nodes: [
    {
      ...{ node: 'open', calls: 60, lost: 24 },
      left: [
        { by: 'yes', next: 'course', n: 36 },
        { by: 'calleeHungUp', next: '', n: 24 },
      ],
      ended: [
        { how: 'midSentence', n: 18 },
        { how: 'afterHearing', n: 6 },
      ],
    },
    {
      ...{ node: 'course', calls: 36, lost: 0, left: [{ by: 'yes', next: 'bye', n: 36 }] },
      ended: [{ how: 'planned', n: 36 }],
    },
  ],
};

const group = (text: string, n: number): Missed['list'][number] => ({
  ...{ text, n, calls: n, levels: { F: n }, lost: 1, understoodAs: null, ignored: false },
  texts: [{ text, n }],
  nodes: [{ node: 'open', n }],
  examples: [{ callId: '902', atMs: 3_000, text }],
});

/** Levels, back-tests and what is learnt from calls, by hand; `quiet`: nobody has called yet. */
export const createFakeLevels = ({ quiet = false }: { readonly quiet?: boolean | undefined }) => {
  let tests: BackTest[] = [];
  let ignored: readonly string[] = [];
  const missed = [group('费用怎么算', 9), group('哎呀', 2)];
  const handlers = {
    'level/recent': () => ({ list: quiet ? [] : calls.map(call => ({ ...call, at })) }),
    'level/facts': ({ callId }: Input<typeof endpoints.level.facts>): Facts => {
      const call = calls.find(({ id }) => id === callId);
      // The words of the second one are kept no longer.
      if (call?.id !== '901') throw new FakeRefusal('wordsGone');
      return { ...call, at, facts, derived: false };
    },
    'level/backTest': ({ rules, from, to }: Input<typeof endpoints.level.backTest>) => {
      tests = [{ ...over, id: '1', rules, from, to, state: 'running', done: 0 }, ...tests];
      return { id: '1' };
    },
    // Over when it is asked for a second time.
    'level/backTests': () => {
      const list = tests;
      tests = tests.map(test => (test.state === 'running' ? { ...test, state: 'done', done: test.total } : test));
      return { list };
    },
    'level/stopBackTest': () => {
      tests = tests.map(test => ({ ...test, state: 'cancelled' }));
      return {};
    },
    'level/backTestChanges': ({ was, becomes }: Input<typeof endpoints.level.backTestChanges>) => {
      const changes = [
        { ...calls[0], at, was: 'F', becomes: 'B', rule: '第 1 条' },
        { ...calls[1], at, was: 'F', becomes: 'C', rule: '其他' },
      ] as const;
      return {
        list: changes.filter(row => was === undefined || (row.was === was && row.becomes === becomes)),
        after: null,
      };
    },
    'nodeStat/heat': () => (quiet ? { calls: 0, versions: [], nodes: [] } : heat),
    'nodeStat/ended': ({ how }: Input<typeof endpoints.nodeStat.ended>) => ({
      list: [
        { ...{ id: '901', phone: '138****1234', talkMs: 2_000, level: 'F', how: 'midSentence' }, atMs: 0, endedAt: at },
        {
          ...{ id: '902', phone: '139****5678', talkMs: 6_000, level: 'F', how: 'afterHearing' },
          atMs: 0,
          endedAt: at,
        },
      ].filter(row => how === undefined || row.how === how),
      after: null,
      cut: { ms: 1_800, words: '智能语音助手' },
    }),
    'nodeStat/missed': ({ withIgnored }: Input<typeof endpoints.nodeStat.missed>): Missed => {
      const list = quiet ? [] : missed.map(one => ({ ...one, ignored: ignored.includes(one.text) }));
      return { lines: quiet ? 0 : 11, list: list.filter(one => withIgnored || !one.ignored) };
    },
    'nodeStat/gain': () => ({
      ...{ group: { n: 9, understood: 9 }, missed: { n: 11, understood: 9 }, known: { n: 40, changed: 1 } },
      samples: [{ text: '费用怎么算', was: '', becomes: '多少钱' }],
    }),
    'nodeStat/ignore': ({ sayings, ignored: out }: Input<typeof endpoints.nodeStat.ignore>) => {
      ignored = out ? [...ignored, ...sayings] : ignored.filter(text => !sayings.includes(text));
      return {};
    },
  } as const;
  return { handlers };
};
