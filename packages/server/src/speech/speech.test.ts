import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SentenceSegment } from '@lianxian/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { promptFile, promptHash } from '../media-worker/prompt-key.ts';
import type { Synthesiser } from '../media-worker/synthesiser.ts';
import { spokenDigitByDigit } from './digits.ts';
import { openPrompts, PromptNotMade } from './prompts.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lianxian-prompts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const segment = (text: string): SentenceSegment => ({ text, fixed: true, spoken: 'asWritten' });
/** A voice that writes down what it was asked, and answers when told to. */
const voice = (speak: (text: string) => Promise<Uint8Array>) => {
  const asked: string[] = [];
  const synthesiser: Synthesiser = {
    voice: 'test 1',
    speak: ({ text }) => {
      asked.push(text);
      return speak(text);
    },
    close: async () => undefined,
  };
  return { asked, synthesiser };
};

test('a prompt is made once, however often and by however many calls it is wanted', async () => {
  const { asked, synthesiser } = voice(async text => Buffer.from(text));
  const prompts = await openPrompts(folder, synthesiser);
  await Promise.all([
    prompts.ensure([segment('您好'), segment('您好')], 1_000),
    prompts.ensure([segment('您好')], 1_000),
  ]);
  await (await openPrompts(folder, synthesiser)).ensure([segment('您好'), segment(' ')], 1_000);
  expect(asked).toEqual(['您好']);
  expect(await readFile(promptFile(folder, promptHash('test 1', segment('您好'))), 'utf8')).toBe('您好');
  expect(await readdir(folder)).toHaveLength(1);
});

test('a slow voice is given up after the limit, a failing one at once; later the prompt is made after all', async () => {
  let answer: (audio: Uint8Array) => void = () => undefined;
  let fails = false;
  const { synthesiser } = voice(() =>
    fails
      ? Promise.reject(new Error('broken'))
      : new Promise(resolve => {
          answer = resolve;
        }),
  );
  const prompts = await openPrompts(folder, synthesiser);
  await expect(prompts.ensure([segment('慢')], 20)).rejects.toThrow(PromptNotMade);
  const again = prompts.ensure([segment('慢')], 1_000);
  answer(new Uint8Array(8));
  await again;
  fails = true;
  await expect(prompts.ensure([segment('坏')], 1_000)).rejects.toThrow(PromptNotMade);
});

test('figures are words when a voice gets them, a recording is fetched once, one that is gone is spoken', async () => {
  const { asked, synthesiser } = voice(async text => Buffer.from(text));
  const fetched: string[] = [];
  const prompts = await openPrompts(folder, synthesiser, async name => {
    fetched.push(name);
    return name === 'a'.repeat(40) ? Buffer.from('recorded') : null;
  });
  const recorded = (prompt: string) => ({ ...segment('您好'), prompt: prompt.repeat(40) });
  const amount: SentenceSegment = { text: '350', fixed: false, spoken: 'amount' };
  await prompts.ensure([recorded('a'), recorded('a'), amount, segment('。')], 1_000);
  await prompts.ensure([recorded('a'), recorded('b')], 1_000);
  expect(fetched).toEqual(['a'.repeat(40), 'b'.repeat(40)]);
  expect(asked).toEqual(['三百五十元', '您好']);
  const heard = await Promise.all([recorded('a'), recorded('b'), amount].map(each => prompts.read(each)));
  expect(heard.map(String)).toEqual(['recorded', '您好', '三百五十元']);
});

test('a recording’s name that leads out of the folder names no file', async () => {
  const { synthesiser } = voice(async text => Buffer.from(text));
  const prompts = await openPrompts(folder, synthesiser, () => Promise.reject(new Error('asked')));
  await prompts.ensure([{ ...segment('您好'), prompt: '../../x' }], 1_000);
  expect(await readdir(folder)).toHaveLength(1);
});

test('two voices never share a prompt', async () => {
  const [one, two] = [voice(async () => Buffer.from('1')), voice(async () => Buffer.from('2'))];
  const other = { ...two.synthesiser, voice: 'test 2' };
  const prompts = await openPrompts(folder, one.synthesiser);
  await prompts.ensure([segment('您好')], 1_000);
  await prompts.ensure([segment('您好')], 1_000, other);
  expect([String(await prompts.read(segment('您好'))), String(await prompts.read(segment('您好'), other))]).toEqual([
    '1',
    '2',
  ]);
});

test.each([
  ['13800138000', '幺三八，零零幺三，八零零零'],
  ['6 2 0 8', '六二零八'],
  ['A12', 'A幺二'],
])('%s is read digit by digit: %s', (text, spoken) => {
  expect(spokenDigitByDigit(text)).toBe(spoken);
});
