import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SentenceSegment } from '@lianxian/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { promptFile, promptHash } from '../media-worker/prompt-key.ts';
import { spokenDigitByDigit } from './digits.ts';
import { openPrompts, PromptNotMade } from './prompts.ts';
import type { Synthesiser } from './synthesiser.ts';

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

test.each([
  ['13800138000', '幺三八，零零幺三，八零零零'],
  ['6 2 0 8', '六二零八'],
  ['A12', 'A幺二'],
])('%s is read digit by digit: %s', (text, spoken) => {
  expect(spokenDigitByDigit(text)).toBe(spoken);
});
