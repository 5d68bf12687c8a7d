import { expect, test } from 'vitest';
import { excerptOf, plainText, runsOf, wordsOf } from './search.view.ts';

const marked = (runs: readonly { text: string; hit: boolean }[]) =>
  runs.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');

test('words are what stands between spaces, five at most', () => {
  expect(wordsOf('  SIP 线路  sip ')).toEqual(['sip', '线路']);
  expect(wordsOf('a b c d e f')).toHaveLength(5);
});

test('hits are marked as they are written, whatever their case', () => {
  expect(marked(runsOf('接一条 SIP 线路', ['sip', '线路']))).toBe('接一条 [SIP] [线路]');
  expect(marked(runsOf('aaa', ['a', 'aa']))).toBe('[aa][a]');
  expect(marked(runsOf('没有', ['x']))).toBe('没有');
});

test('an excerpt lies around the first hit, without the signs of markdown', () => {
  const markdown = `## 先看\n\n${'铺垫的话。'.repeat(20)}\n\n- 打开 **[语音网关](/port)**，点 \`添加线路\`。\n\n${'后话。'.repeat(60)}`;
  expect(marked(excerptOf(markdown, ['添加线路']))).toMatch(/^….*打开 语音网关 ，点 \[添加线路\] 。.*…$/);
  expect(plainText('| 状态 | 意思 |\n| --- | --- |\n| 空号 | 没有这个号 |')).toBe('状态 意思 空号 没有这个号');
});
