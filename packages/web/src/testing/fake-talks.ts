import type { endpoints, OutputOf, TalkLine, TalkMove, TestConversationOnWire } from '@lianxian/contract';
import type { z } from 'zod';
import { FakeRefusal } from './fake-security.ts';

type Input<E extends { readonly input: z.ZodType }> = z.output<E['input']>;
type Result = OutputOf<typeof endpoints.talk.run>;
type Row = OutputOf<typeof endpoints.talk.tests>['list'][number];

const line = (part: Pick<TalkLine, 'move' | 'by' | 'text'> & Partial<TalkLine>): TalkLine => ({
  atMs: 0,
  node: 'open',
  nodeName: '开场白',
  understood: null,
  missed: false,
  heardMs: null,
  replyMs: null,
  kept: [],
  leftBy: '',
  leftName: '',
  sentence: null,
  ...part,
});

/** What the robot says to the opening, to 「可以」 and to everything else, by hand. */
const linesOf = (moves: readonly TalkMove[]): TalkLine[] => [
  line({ move: -1, by: 'robot', text: '您好，我是启航教育的智能语音助手，通话会录音。' }),
  ...moves.flatMap((move, at) => {
    if (move.does !== 'say') return [];
    const yes = move.text === '可以';
    const understood = yes ? { meaning: 'yes', name: '', by: 'like', matched: '可以', score: 0.91 } : null;
    const reply = yes ? '小班每班不超过八人，要不要来试听？' : '没听清，请再说一遍。';
    return [
      line({ move: at, by: 'callee', text: move.text, understood, missed: !yes, replyMs: 460 }),
      line({ move: at, by: 'robot', text: reply }),
    ];
  }),
];

/** Test talks by hand, and tests that are kept; the second of them breaks. `quiet`: there are none, and no recordings. */
export const createFakeTalks = ({ quiet = false }: { readonly quiet?: boolean | undefined } = {}) => {
  const result = (moves: readonly TalkMove[]): Result => {
    const ended = moves.some(({ does }) => does === 'hangUp');
    const went = moves.some(move => move.does === 'say' && move.text === '可以');
    return {
      rev: 1,
      moves: [...moves],
      done: moves.length,
      lines: linesOf(moves),
      steps: went
        ? [
            { node: 'open', by: 'yes' },
            { node: 'course', by: '' },
          ]
        : [{ node: 'open', by: '' }],
      at: ended ? null : went ? 'course' : 'open',
      variables: {},
      awaits: ended ? 'nothing' : 'listening',
      ask: null,
      ended,
      endedBy: ended ? 'callee' : '',
      level: went ? 'C' : 'F',
      levelRule: ended ? '其他' : '',
      tags: [],
      facts: {
        ...{
          talkMs: 12_000,
          turns: moves.length,
          positives: went ? 1 : 0,
          negatives: 0,
          refusals: 0,
          notUnderstood: 0,
        },
        ...{
          silences: 0,
          interruptions: 0,
          questions: 0,
          transferred: false,
          met: {},
          answers: {},
          hungUpBy: 'callee',
        },
        passed: went
          ? [
              { node: 'open', by: 'yes' },
              { node: 'course', by: '' },
            ]
          : [{ node: 'open', by: '' }],
      },
      turns: moves.length,
      nowMs: 0,
    };
  };
  const test = (moves: TalkMove[]): TestConversationOnWire => ({
    variables: {},
    minuteOfDay: 600,
    moves,
    world: 'fails',
    expects: { path: ['open', 'course'], level: 'C' },
  });
  let rows: Row[] = quiet
    ? []
    : [
        {
          id: '1',
          name: '愿意听',
          callId: null,
          test: test([{ does: 'say', text: '可以' }]),
          savedAt: '',
          savedBy: '',
        },
        {
          id: '2',
          name: '问价格',
          callId: '103',
          test: test([{ does: 'say', text: '多少钱' }]),
          savedAt: '',
          savedBy: '',
        },
      ];
  let next = 3;
  const handlers = {
    'talk/run': ({ moves }: Input<typeof endpoints.talk.run>) => result(moves),
    'talk/draftTest': ({ moves }: Input<typeof endpoints.talk.draftTest>) => ({ test: test(moves) }),
    'talk/tests': () => ({ list: rows, total: rows.length }),
    'talk/saveTest': ({ testId = String(next++), name, test: kept }: Input<typeof endpoints.talk.saveTest>) => {
      const row: Row = { id: testId, name, callId: null, test: kept, savedAt: '', savedBy: '' };
      rows = rows.some(({ id }) => id === testId) ? rows.map(old => (old.id === testId ? row : old)) : [...rows, row];
      return { testId };
    },
    'talk/removeTest': ({ testId }: Input<typeof endpoints.talk.removeTest>) => {
      rows = rows.filter(({ id }) => id !== testId);
      return {};
    },
    'talk/runTests': () => ({
      rev: 1,
      tookMs: 3,
      results: rows.map(({ id }) => ({
        testId: id,
        broken: id === '2' ? [{ what: 'path', expected: '开场白 → 介绍课程', was: '开场白', move: null }] : [],
      })),
      coverage: {
        nodes: ['open', 'course'],
        allNodes: 3,
        ways: [{ from: 'open', by: 'yes', to: 'course' }],
        missedWays: [{ from: 'open', by: 'other', to: 'bye' }],
      },
    }),
    'talk/testFromCall': ({ callId }: Input<typeof endpoints.talk.testFromCall>) => {
      if (callId !== '103') throw new FakeRefusal('callNotTalked');
      return { planId: '1', name: '通话 103', test: test([{ does: 'say', text: '可以' }]) };
    },
    'talk/recordings': () => ({
      list: quiet ? [] : [{ callId: '103', endedAt: '2026-11-20T01:00:00Z', talkMs: 42_000, turns: 5 }],
    }),
    'talk/tune': ({ settings }: Input<typeof endpoints.talk.parameterSearch>) => ({
      counts: settings.map(({ interruption }) =>
        interruption?.when === 'always' ? { right: 1, false: 2, missed: 0 } : { right: 2, false: 0, missed: 1 },
      ),
      moments: [
        {
          callId: '103',
          atMs: 2_000,
          robotText: '小班每班不超过八人。',
          calleeText: '不需要',
          mattered: true,
          verdicts: settings.map(({ interruption }) => (interruption?.when === 'always' ? 'right' : 'missed')),
        },
      ],
      unread: [],
    }),
  } as const;
  return { handlers };
};
