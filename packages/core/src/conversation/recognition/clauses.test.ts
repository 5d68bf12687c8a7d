import { expect, test } from 'vitest';
import { asks, clausesIn } from './clauses.ts';

test.each([
  ['叫王芳对了衣服你们出吗', ['叫王芳', '对了衣服你们出吗']],
  ['六年了还保修吗', ['六年了', '还保修吗']],
  ['周三吧 另外要带什么', ['周三吧', '另外要带什么']],
  ['行吧那要是反悔能退吗', ['行吧', '那要是反悔能退吗']],
  // No other clause.
  ['我那天没空', ['我那天没空']],
  ['对了', ['对了']],
  ['用了三年了', ['用了三年了']],
  ['还有别的吗', ['还有别的吗']],
  ['后来我们到那边去的', ['后来我们到那边去的']],
])('「%s」 is %j', (text, clauses) => {
  expect(clausesIn(text).map(clause => clause.text)).toEqual(clauses);
});

test.each(['给报销不', '要钞票伐', '退唔退㗎', '一天能拾掇好不', '要几多钱', '大概要弄几个小时', '相册几时好拿'])(
  '「%s」 asks',
  text => {
    expect(asks(text)).toBe(true);
  },
);
test.each(['俺不', '我可不', '我绝不', '没几个人', '好几个小时呢'])('「%s」 asks nothing', text => {
  expect(asks(text)).toBe(false);
});
