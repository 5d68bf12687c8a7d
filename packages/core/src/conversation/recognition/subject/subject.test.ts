import { expect, test } from 'vitest';
import type { Recognisable } from '../match.ts';
import { buildSimilar } from '../similar.ts';
import { buildAbouts, findAbout } from './about.ts';
import { type Subject, subjects, subjectsOf } from './subject.ts';

const mostOf = (said: string): Subject => {
  const shares = subjectsOf(said, []);
  return subjects[shares.indexOf(Math.max(...shares))]!;
};

/** By hand, of trades that nothing was learnt of. */
test.each([
  ['修把琴得花多少', 'price'],
  ['得弄多久才好', 'duration'],
  ['你们琴行在哪条街上', 'place'],
  ['换过的弦断了还给不给修', 'warranty'],
  ['我车停哪儿方便', 'parking'],
  ['能不能让我爱人替我去取', 'proxy'],
  ['要是弄坏了算谁的', 'damage'],
  ['票开得出来不', 'invoice'],
] as const)('「%s」 is about: %s', (said, subject) => {
  expect(mostOf(said)).toBe(subject);
});

test('the shares are of one; of nothing that is known there is little', () => {
  for (const said of ['', '，', '😀', '多少钱'.repeat(5_000)]) {
    const sum = subjectsOf(said, []).reduce((all, share) => all + share, 0);
    expect([sum >= 0, sum <= 1]).toEqual([true, true]);
  }
});

const item = (id: string, likes: readonly string[], isCommon = false): Recognisable => ({
  owner: { kind: 'knowledge', id, priority: 0 },
  isCommon,
  name: id,
  recognised: [{ words: [], likes }],
});
const all = [
  item('price', ['修一次多少钱', '收费标准是什么']),
  item('wait', ['多长时间能修好', '什么时候可以来取']),
  item('park', ['门口有停车位吗']),
  item('busy', ['我现在没空'], true),
];
const abouts = buildAbouts(all, () => []);
const about = (said: string) => findAbout(abouts, buildSimilar(all).own, said, [])?.entry.id ?? null;

test('who asks about the same with none of the words is heard; what is of none, or of the global dialogue, is not', () => {
  expect(['这活儿得花几个钱', '得等几天才弄得好', '我开车来停哪里', '你们招学徒吗', '腾不出手来'].map(about)).toEqual([
    'price',
    'wait',
    'park',
    null,
    null,
  ]);
});
