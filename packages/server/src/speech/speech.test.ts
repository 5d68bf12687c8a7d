import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SentenceSegment } from '@lianxian/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shortPlan } from '../../test/short-plan.ts';
import { callVoices } from './call-voices.ts';
import { spokenDigitByDigit } from './digits.ts';
import { promptFile, promptHash } from './ports/prompt-key.ts';
import type { Synthesiser } from './ports/synthesiser.ts';
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
  const sentence = segment('10:30开课，现在50%优惠');
  await prompts.ensure([recorded('a'), recorded('a'), amount, segment('。'), sentence], 1_000);
  await prompts.ensure([recorded('a'), recorded('b')], 1_000);
  expect(fetched).toEqual(['a'.repeat(40), 'b'.repeat(40)]);
  expect(asked).toEqual(['三百五十元', '上午十点半开课，现在百分之五十优惠', '您好']);
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

test('a call is ready with its first sentence; the rest is made after it, and no more of it when the call is over', async () => {
  const first = ['您好，', '方便说两句吗？'];
  const holds = Promise.withResolvers<void>();
  const { asked, synthesiser } = voice(async text => {
    if (!first.includes(text)) await holds.promise;
    return Buffer.from(text);
  });
  const prompts = await openPrompts(folder, synthesiser);
  let isOver = false;
  await callVoices(prompts).prepare({ plan: shortPlan, variables: {} }, () => isOver);
  expect(asked.slice(0, 2).toSorted()).toEqual(first.toSorted());
  // Four at once of what is left.
  await expect.poll(() => asked.length).toBe(6);
  isOver = true;
  holds.resolve();
  await expect.poll(() => readdir(folder)).toHaveLength(6);
  expect(asked).toHaveLength(6);
  await callVoices(prompts).prepare({ plan: shortPlan, variables: {} });
  await expect.poll(() => asked.length).toBeGreaterThan(6);
});

test('a service that fails is stood in for at the speed of the plan, for the whole call and what is made in it', async () => {
  const prompts = await openPrompts(folder, voice(() => Promise.reject(new Error('not at this speed'))).synthesiser);
  const own = { ...voice(() => Promise.reject(new Error('gone'))).synthesiser, voice: 'service' };
  const slow = { ...voice(async text => Buffer.from(text)).synthesiser, voice: 'test 0.8' };
  const voices = callVoices(prompts, { own, usual: slow });
  expect([voices.voice, voices.standIn]).toEqual(['service', 'test 0.8']);
  await voices.prepare({ plan: shortPlan, variables: {} }, () => true);
  expect(voices.voice).toBe('test 0.8');
  await voices.make(segment('学画画'));
  expect(String(await prompts.read(segment('学画画'), slow))).toBe('学画画');
});

test('prompts go when nobody needed them for days, the oldest first where they are too many, and are made again', async () => {
  const { asked, synthesiser } = voice(async text => Buffer.from(text.padEnd(1_000)));
  const prompts = await openPrompts(folder, synthesiser);
  const now = new Date('2026-11-22T08:00:00Z');
  const ages = { 张三: 20, 李四: 9, 王五: 3, 您好: 0 };
  await prompts.ensure(Object.keys(ages).map(segment), 1_000);
  await writeFile(join(folder, 'half.alaw.12ab'), 'x');
  for (const [text, days] of Object.entries(ages)) {
    const at = new Date(now.getTime() - days * 86_400_000 - 1_000);
    await utimes(promptFile(folder, promptHash('test 1', segment(text))), at, at);
  }
  await utimes(join(folder, 'half.alaw.12ab'), new Date(0), new Date(0));
  await prompts.sweep(now);
  const left = async () => {
    const heard = await Promise.all((await readdir(folder)).map(name => readFile(join(folder, name), 'utf8')));
    return heard.map(text => text.trim()).toSorted();
  };
  expect(await left()).toEqual(['您好', '李四', '王五'].toSorted());
  await prompts.sweep(now, { mostBytes: 1_500 });
  expect(await left()).toEqual(['您好']);
  await prompts.ensure([segment('张三'), segment('您好')], 1_000);
  expect(asked.filter(text => text === '张三')).toHaveLength(2);
  expect(asked.filter(text => text === '您好')).toHaveLength(1);
});

test.each([
  ['13800138000', '幺三八，零零幺三，八零零零'],
  ['6 2 0 8', '六二零八'],
  ['A12', 'A幺二'],
])('%s is read digit by digit: %s', (text, spoken) => {
  expect(spokenDigitByDigit(text)).toBe(spoken);
});
