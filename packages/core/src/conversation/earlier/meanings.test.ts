import { expect, test } from 'vitest';
import type { Intent, KnowledgeItem } from '../plan/plan.ts';
import { withMeaningsOfBefore } from './meanings.ts';

const intent = (name: string, likes: readonly string[], means?: Intent['means']): Intent => ({
  id: name,
  name,
  priority: 1,
  words: [],
  likes,
  ...(means && { means }),
});
const item = (name: string, likes: readonly string[]): KnowledgeItem => ({
  id: name,
  name,
  priority: 1,
  words: [],
  likes,
  answers: ['好'],
  interruption: { when: 'never' },
  next: { resume: 'continue' },
  limit: 1,
});
type Heard = Parameters<typeof withMeaningsOfBefore>[0];
const taken = (plan: Heard, borrowed?: Heard['borrowed']) => {
  const { intents, knowledge } = withMeaningsOfBefore(plan, borrowed);
  return [...intents, ...knowledge].flatMap(({ id, meanings }) => (meanings ? [[id, ...meanings]] : []));
};

/** By hand: what the release before meanings had names let such a plan hear. */
test('what an intent or item took by the likeness of its sentences is written down by name', () => {
  const plan = {
    intents: [
      intent('肯定', ['那你给我讲讲吧'], 'yes'),
      intent('否定', ['我暂时没有这个打算'], 'no'),
      intent('拒绝', ['以后不要给我打电话了'], 'refuse'),
      intent('正在忙', ['我现在手上有事', '我在外面呢不方便']),
      intent('你是谁', ['您是哪家单位的']),
      intent('转人工', ['我不想跟机器说话']),
      intent('闲聊', ['今天天气真好']),
    ],
    knowledge: [item('问价', ['这个怎么收费', '一年下来多少钱']), item('地址', ['你们在什么地方'])],
  };
  expect(taken(plan)).toEqual([
    ['肯定', 'yes'],
    ['否定', 'no'],
    ['拒绝', 'refusal'],
    ['正在忙', 'busy'],
    ['你是谁', 'who'],
    ['转人工', 'person'],
    ['问价', 'price'],
    ['地址', 'where'],
  ]);
  const { intents } = withMeaningsOfBefore(plan);
  expect(intents.at(-1)).toBe(plan.intents.at(-1));
});

test('of two that wanted the same the one that is called like it had it, of two as near neither', () => {
  const likes = ['这个多少钱', '怎么收费的'];
  const of = (...knowledge: readonly KnowledgeItem[]) => taken({ intents: [], knowledge });
  expect(of(item('甲', likes))).toEqual([['甲', 'price']]);
  expect(of(item('甲', likes), item('价格', likes))).toEqual([['价格', 'price']]);
  expect(of(item('甲', likes), item('乙', likes))).toEqual([]);
});

test('words alone took nothing; sentences of a borrowed group did, whether frozen or given', () => {
  const wordy = { ...intent('手上有事', []), words: ['在忙'], groups: ['9'] };
  const borrowed = [{ id: '9', name: '忙', recognised: { words: [], likes: ['我现在手上有事', '我在外面呢不方便'] } }];
  const plan = { intents: [wordy], knowledge: [] };
  expect(taken(plan)).toEqual([]);
  expect(taken(plan, borrowed)).toEqual([['手上有事', 'busy']]);
  expect(taken({ ...plan, borrowed })).toEqual([['手上有事', 'busy']]);
});
