import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages, planLimits, questionSheetLimits } from '@lianxian/contract';
import type { KnowledgeItem } from '@lianxian/core';
import { expect, test } from 'vitest';
import { type OpenSheet, openSheet, pastedSheet, writeXlsx } from '../../platform/sheets/index.ts';
import { openQuestionReader, questionRows } from './question-sheet.policy.ts';

const readOf = async ({ rows }: OpenSheet) => {
  const reader = openQuestionReader();
  for await (const block of rows) if (!reader.take(block)) break;
  return reader.end();
};
const read = (...lines: readonly string[]) => readOf(pastedSheet(lines.join('\n')));
const question = (line: number, asked: readonly string[], answers: readonly string[], part: object = {}) => ({
  ...{ line, name: '', asked, words: [], answers },
  ...part,
});

test('without titles a row is a way of asking and its answer', async () => {
  expect(await read('多少钱\t第一节免费。', '怎么收费\t第一节免费。')).toEqual({
    list: [question(1, ['多少钱'], ['第一节免费。']), question(2, ['怎么收费'], ['第一节免费。'])],
    leftOut: [],
    more: false,
  });
});

test.each([
  ['问题,答案', '多少钱,免费', question(2, ['多少钱'], ['免费'])],
  ['答案,问法', '免费,多少钱', question(2, ['多少钱'], ['免费'])],
  ['Question,Answer', '多少钱,免费', question(2, ['多少钱'], ['免费'])],
  ['標準問,回覆', '多少錢,免費', question(2, ['多少錢'], ['免費'], { name: '多少錢' })],
  [
    '标准问题,相似问1,相似问2,标准答案,备注',
    '价格,多少钱,怎么收费,免费,内部看',
    question(2, ['多少钱', '怎么收费'], ['免费'], { name: '价格' }),
  ],
  [
    '名称,问法,关键词,回答,回答 2',
    '价格,多少钱,价钱 费用,免费,不要钱',
    question(2, ['多少钱'], ['免费', '不要钱'], { name: '价格', words: ['价钱', '费用'] }),
  ],
])('the columns are known by their titles: %s', async (titles, row, expected) => {
  expect((await read(titles, row)).list).toEqual([expected]);
});

test('ways of asking in one cell stand on lines of their own; an answer has none', async () => {
  const { list } = await read('问法,回答', '"多少钱\n怎么收费\n多少钱","第一节免费。\n第二节一百。"');
  expect(list).toEqual([question(2, ['多少钱', '怎么收费'], ['第一节免费。 第二节一百。'])]);
});

test('what is no question is told by what it lacks, with the first row of it', async () => {
  const { list, leftOut } = await read(
    '问法,回答',
    '多少钱,',
    ',免费',
    '在哪里,',
    `${'长'.repeat(planLimits.wordChars + 1)},免费`,
    '好的,谢谢',
  );
  expect(list).toEqual([question(6, ['好的'], ['谢谢'])]);
  expect(leftOut).toEqual([
    { fault: 'noAnswer', rows: 2, line: 2 },
    { fault: 'noQuestion', rows: 1, line: 3 },
    { fault: 'tooLong', rows: 1, line: 5 },
  ]);
});

test('a sheet is read as far as its limit, and that it goes on is told', async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `多少钱${at},免费`);
  const whole = await read(...rows(questionSheetLimits.rows));
  expect([whole.list.length, whole.more]).toEqual([questionSheetLimits.rows, false]);
  const longer = await read(...rows(questionSheetLimits.rows + 1));
  expect([longer.list.length, longer.more]).toEqual([questionSheetLimits.rows, true]);
});

const item = (part: Partial<KnowledgeItem>): KnowledgeItem => ({
  ...{ id: 'k', name: '价格', priority: 0, words: [], answers: ['免费'], limit: 3 },
  ...{ interruption: { when: 'always' }, next: { resume: 'repeat' } },
  ...part,
});

test.each(languages)('what is written in %s is read again as it was', async language => {
  const { head, rows } = questionRows(
    [
      item({ likes: ['=多少钱', '"怎么"收费'], words: ['价钱', '费用'], answers: [`免费，\${name}`, '不要钱'] }),
      item({ name: '忙', common: 'busy', likes: ['在忙'] }),
      item({ name: '地址', words: ['在哪里'], answers: ['南京路'] }),
    ],
    language,
  );
  const folder = await mkdtemp(join(tmpdir(), 'questions-'));
  const path = join(folder, 'questions.xlsx');
  await writeXlsx({ path, name: 'q', head, rows });
  const { list, leftOut } = await readOf(await openSheet(path)).finally(() => rm(folder, { recursive: true }));
  const answers = [`免费，\${name}`, '不要钱'];
  expect([list, leftOut]).toEqual([
    [
      question(2, ['=多少钱', '"怎么"收费'], answers, { name: '价格', words: ['价钱', '费用'] }),
      question(4, [], ['南京路'], { name: '地址', words: ['在哪里'] }),
    ],
    [],
  ]);
});

test('a question of many ways and words is written in the length of what it has, and read again whole', async () => {
  const likes = Array.from({ length: 150 }, (_, at) => `多少钱${at}`);
  const words = Array.from({ length: 150 }, (_, at) => `价${at}`);
  const answers = Array.from({ length: 50 }, (_, at) => `${at}${'免费'.repeat(900)}`);
  const { head, rows } = questionRows([item({ likes, words, answers })], 'zh-CN');
  const lines = [head, ...rows].map(cells => cells.join('\t'));
  expect(lines.join('').length).toBeLessThan(answers.join('').length + 5_000);
  const { list, leftOut } = await readOf(pastedSheet(lines.join('\n')));
  expect(leftOut).toEqual([]);
  // As many entries as one of a sheet may hold ways or words.
  expect(list.map(one => one.answers)).toEqual([answers, answers, answers]);
  expect([list.flatMap(one => one.asked), new Set(list.flatMap(one => one.words))]).toEqual([likes, new Set(words)]);
});

test('a row without an answer belongs to the question above that has its name, and to none otherwise', async () => {
  const { list, leftOut } = await read(
    '名称,问法,回答',
    '价格,多少钱,免费',
    '价格,怎么收费,',
    '地址,在哪里,',
    ',几点开门,',
  );
  expect(list).toEqual([question(2, ['多少钱', '怎么收费'], ['免费'], { name: '价格' })]);
  expect(leftOut).toEqual([{ fault: 'noAnswer', rows: 2, line: 4 }]);
});
