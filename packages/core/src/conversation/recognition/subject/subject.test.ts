import { expect, test } from 'vitest';
import type { Recognisable } from '../match.ts';
import { buildSimilar } from '../similar.ts';
import { buildAbouts, findAbout } from './about.ts';
import { meanSubject, sharedSubject, subjectOf } from './subject.ts';

/** By hand, of a trade that nothing was learnt of: questions of one thing, none of whose words the other has. */
const asked = {
  price: ['修一次得给多少', '你们咋收钱的', '贵不'],
  duration: ['得弄几天才好', '要等很久吗', '多长时间能修完'],
  place: ['你们琴行在哪条街上', '地址发我一个', '离地铁远不远'],
  warranty: ['换过的弦断了还给不给修', '坏了包修吗', '修完又走音怎么办'],
  parking: ['我车停哪儿方便', '门口有没有车位', '停一下午收钱不'],
};

test('of fifteen questions at least twelve are nearest to what else is about the same', () => {
  const right = Object.entries(asked).flatMap(([about, all]) =>
    all.filter(said => {
      const near = Object.entries(asked).map(([other, questions]) => {
        const rest = meanSubject(questions.filter(one => one !== said));
        return { other, shared: sharedSubject(rest, subjectOf(said, [])) };
      });
      return near.toSorted((one, other) => other.shared - one.shared)[0]!.other === about;
    }),
  );
  expect(right.length).toBeGreaterThanOrEqual(12);
});

test('a subject is a direction, whatever is said', () => {
  for (const said of ['', '，', '😀', '多少钱', '多少钱'.repeat(5_000)]) {
    const subject = subjectOf(said, []);
    expect(Math.round(1_000 * sharedSubject(subject, subject))).toBe(1_000);
  }
});

const item = (id: string, likes: readonly string[], more: Partial<Recognisable> = {}): Recognisable => ({
  ...{ owner: { kind: 'knowledge', id, priority: 0 }, isCommon: false, name: id, recognised: [{ words: [], likes }] },
  ...more,
});
const all = [
  item('price', ['修一次多少钱', '收费标准是什么']),
  item('wait', ['多长时间能修好', '什么时候可以来取']),
  item('park', ['门口有停车位吗'], { answer: '门口可以停车，两小时免费。' }),
  item('busy', ['我现在没空'], { isCommon: true }),
  item('strings', [], { recognised: [{ words: ['琴弦'] }] }),
];
const abouts = buildAbouts(all, () => []);
const about = (text: string) => findAbout(abouts, buildSimilar(all).own, { text, syllables: [] })?.entry.id ?? null;

test.each([
  ['这活儿得花几个钱', 'price'],
  ['得等几天才弄得好', 'wait'],
  ['我开车来停哪里', 'park'],
  ['你们招学徒吗', null],
  ['腾不出手来', null],
  ['弦是什么牌子的', null],
])('「%s」 is answered by: %s', (said, id) => {
  expect(about(said)).toBe(id);
});
