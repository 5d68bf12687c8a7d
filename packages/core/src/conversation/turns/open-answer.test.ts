import { expect, test } from 'vitest';
import { createTypedTalk, type TypedTalk } from '../../simulation/typed-talk.ts';
import { type CollectNode, compilePlan } from '../index.ts';
import { age, withNode } from '../plan/small-plan.test-data.ts';

const day: CollectNode = {
  ...age,
  ...{ sentences: ['您哪天方便？'], accepts: { type: 'date' } },
  routers: [
    { on: 'collected', to: 'menu' },
    { on: 'refuse', to: 'grown' },
  ],
};
const plan = withNode(day);

/** On Wednesday, 2 December 2026, at ten; the callee is asked for a day. */
const asked = (...says: readonly string[]): TypedTalk => {
  const result = compilePlan(plan);
  const talk = createTypedTalk(
    result.ok ? result.compiled : expect.unreachable(result.ok ? '' : JSON.stringify(result.faults)),
  );
  talk.begin({}, 600, '2026-12-02');
  for (const text of ['可以', ...says]) talk.say(text);
  talk.letReply();
  return talk;
};
const lastSaid = (talk: TypedTalk) =>
  talk
    .notes()
    .flatMap(note => (note.type === 'robot.said' ? [note.text] : []))
    .at(-1);
const kept = (talk: TypedTalk) =>
  talk
    .notes()
    .flatMap(note =>
      note.type === 'answer.kept' ? [[note.value, note.when?.days[0]?.from, note.when?.time?.from]] : [],
    );

test.each<[string, string]>([
  ['三点', '您说的是哪一天？'],
  ['下午三点', '您说的是哪一天？'],
  ['周五三点', '是上午、下午，还是晚上？'],
])('「%s」 leaves something open, and that is asked: %s', (text, question) => {
  const talk = asked(text);
  expect(lastSaid(talk)).toBe(question);
  expect(talk.state()).toMatchObject({ node: 'age', answers: {}, counts: { notUnderstood: 0 } });
});

test.each<[readonly string[], unknown]>([
  [
    ['周五三点', '下午'],
    ['周五 15:00', '2026-12-04', 900],
  ],
  [
    ['周五三点', '下午三点啊'],
    ['周五 15:00', '2026-12-04', 900],
  ],
  [
    ['下午三点', '周五吧'],
    ['周五 15:00', '2026-12-04', 900],
  ],
  [
    ['晚上八点', '后天晚上'],
    ['后天晚上 20:00', '2026-12-04', 1200],
  ],
  [
    ['周五三点', '还是周六上午九点吧'],
    ['周六 9:00', '2026-12-05', 540],
  ],
])('what is said then makes one of both: %j', (says, whole) => {
  const talk = asked(...says);
  expect(kept(talk)).toEqual([whole]);
  expect(talk.state().node).toBe('menu');
});

test('it is asked once: what stays open, or is not understood, is kept as it was said', () => {
  expect(kept(asked('三点', '三点'))).toEqual([['三点', undefined, 180]]);
  expect(kept(asked('周五三点', '那个啥来着'))).toEqual([['周五三点', '2026-12-04', 180]]);
  const silent = asked('周五三点');
  silent.letFinish();
  silent.wait(10_000);
  expect(kept(silent)).toEqual([['周五三点', '2026-12-04', 180]]);
});

test('a question on the way is answered, and what was open is still asked of', () => {
  const talk = asked('周五三点', '多少钱');
  expect(kept(talk)).toEqual([]);
  talk.say('下午');
  expect(kept(talk)).toEqual([['周五 15:00', '2026-12-04', 900]]);
});

test('who hangs up or refuses meanwhile has said it all the same', () => {
  const gone = asked('周五三点');
  gone.hangUp();
  expect(gone.state().answers).toEqual({ age: '周五三点' });
  expect(asked('周五三点', '算了不需要').state().answers).toEqual({ age: '周五三点' });
});

test('a day without an hour leaves nothing open', () => {
  expect(kept(asked('周五'))).toEqual([['周五', '2026-12-04', undefined]]);
});
