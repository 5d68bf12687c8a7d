import { expect, test } from 'vitest';
import { borrowedOf, readKeywords } from './words.policy.ts';

test.each([
  ['simple', '可以，行、好的\n可以\n\n', ['可以', '行', '好的'], []],
  ['combined', '什么时候+发货\n怎么 ＋ 退\n多久', ['什么时候+发货', '怎么+退'], ['多久']],
  ['pattern', '[帮我](查|报)天气\n(错\n*', ['[帮我](查|报)天气'], ['(错', '*']],
  ['sound', '发票,开,WiFi', ['发票'], ['开', 'WiFi']],
  ['like', '我在开会，晚点说\n等一下', ['我在开会，晚点说', '等一下'], []],
  ['exact', `不用;${'长'.repeat(101)}`, ['不用'], ['长'.repeat(100)]],
] as const)('pasted words of kind %s are read: %j', (kind, text, texts, refused) => {
  expect(readKeywords(kind, text)).toEqual({ texts, refused });
});

test('a group lends its words by the way they are found', () => {
  const builtIn = [
    { kind: 'simple', text: '忙' },
    { kind: 'combined', text: '现在+开会' },
    { kind: 'sound', text: '在忙' },
  ] as const;
  expect(borrowedOf('7', '忙', builtIn)).toEqual({
    id: '7',
    name: '忙',
    recognised: { words: ['忙'], combined: [['现在', '开会']], exact: [], patterns: [], sounds: ['在忙'], likes: [] },
  });
});
