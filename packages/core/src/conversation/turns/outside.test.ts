import { expect, test } from 'vitest';
import { createTypedTalk, type TypedTalk } from '../../simulation/typed-talk.ts';
import { type CollectNode, compilePlan, type LevelRule, type NotUnderstood } from '../index.ts';
import { age, withNode } from '../plan/small-plan.test-data.ts';

const sentence = '周日休息，换一天可以吗？';
const within = { closed: [6], daysAhead: 30, hours: { from: 540, to: 1_080 }, sentence };
const day: CollectNode = {
  ...age,
  ...{ sentences: ['您哪天方便？'], accepts: { type: 'date', within } },
  notUnderstood: { sentences: ['日期没听清，您说几号？', '还是没听清。'] },
  routers: [
    { on: 'collected', to: 'menu' },
    { on: 'notUnderstood', to: 'grown' },
  ],
};
const atTheWeekend: LevelRule = {
  ...{ level: 'B', name: '周末来' },
  when: [{ fact: 'answeredDate', variable: 'age', date: { of: 'weekdays', days: [5, 6] } }],
};

/** On Wednesday, 2 December 2026, at ten; the callee is asked for a day. */
const asked = (says: readonly string[], notUnderstood: NotUnderstood = day.notUnderstood!): TypedTalk => {
  const plan = withNode({ ...day, notUnderstood });
  const result = compilePlan({ ...plan, levelRules: [atTheWeekend, ...plan.levelRules.slice(1)] });
  const talk = createTypedTalk(
    result.ok ? result.compiled : expect.unreachable(result.ok ? '' : JSON.stringify(result.faults)),
  );
  talk.begin({}, 600, '2026-12-02');
  for (const text of ['可以', ...says]) talk.say(text);
  talk.letReply();
  return talk;
};
const said = (talk: TypedTalk) => talk.notes().flatMap(note => (note.type === 'robot.said' ? [note.text] : []));
const kept = (talk: TypedTalk) =>
  talk.notes().flatMap(note => (note.type === 'answer.kept' ? [[note.value, note.when?.days[0]?.from]] : []));

test.each(['周日', '下周日下午三点', '三十五天后', '周六晚上八点', '周日可以吗'])(
  '「%s」 is outside: it is said what is taken, and nothing is kept',
  text => {
    const talk = asked([text]);
    expect(said(talk).at(-1)).toBe(sentence);
    expect(kept(talk)).toEqual([]);
    expect(talk.state()).toMatchObject({ node: 'age', misses: 1, counts: { notUnderstood: 0 } });
    expect(
      talk
        .notes()
        .flatMap(note => (note.type === 'callee.said' ? [note.understood?.meaning] : []))
        .at(-1),
    ).toBe('outside');
  },
);

test('another day is taken then, and a level rule reads its weekday', () => {
  const talk = asked(['周日', '那周六吧']);
  expect(kept(talk)).toEqual([['周六', '2026-12-05']]);
  expect(talk.state().node).toBe('menu');
  talk.hangUp();
  const ended = talk.notes().find(note => note.type === 'ended');
  expect(ended?.summary).toMatchObject({ level: 'B', facts: { dated: { calledOn: '2026-12-02' } } });
});

test('of days of which some are inside those are kept', () => {
  expect(kept(asked(['周六周日都行']))).toEqual([['12月5号', '2026-12-05']]);
});

test('it counts as asking again: then the node is left as by who was not understood', () => {
  const talk = asked(['周日', '下周日', '就周日']);
  expect(said(talk).filter(text => text === sentence)).toHaveLength(2);
  expect(talk.state().path.find(({ node }) => node === 'age')?.leftBy).toBe('notUnderstood');
  expect(talk.state().answers).toEqual({});
  expect(said(asked(['周日', '呜呼啦呼'])).at(-1)).toBe('还是没听清。');
});

test('where nothing is said to who is not understood it is said once all the same', () => {
  const talk = asked(['周日'], { sentences: [] });
  expect(said(talk).at(-1)).toBe(sentence);
  talk.say('周日');
  expect(talk.state().path.find(({ node }) => node === 'age')?.leftBy).toBe('notUnderstood');
});

test('a question in the same breath is answered first', () => {
  const talk = asked(['周日吧，多少钱']);
  talk.letFinish();
  expect(said(talk).slice(-2)).toEqual(['一百二一节。', sentence]);
});

test('what was open before stays: another day takes its hour', () => {
  const talk = asked(['下午三点', '周日', '周六']);
  expect(said(talk)).toContain('您说的是哪一天？');
  expect(kept(talk)).toEqual([['周六 15:00', '2026-12-05']]);
});

test('an hour of which one half alone is open needs no question', () => {
  expect(kept(asked(['周五三点']))).toEqual([['周五 15:00', '2026-12-04']]);
});
