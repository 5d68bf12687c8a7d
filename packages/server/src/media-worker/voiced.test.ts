import { createGuard, instant, type Sentence } from '@lianxian/core';
import { expect, test } from 'vitest';
import { promptHash } from '../speech/ports/prompt-key.ts';
import type { PromptCache } from './prompt-cache.ts';
import { createVoicing } from './voiced.ts';

const segment = (text: string, fixed = true) => ({ text, fixed, spoken: 'asWritten' as const });
const sentence = (...texts: string[]): Sentence => ({
  segments: texts.map(text => segment(text)),
  text: texts.join(''),
});

/** A second of one loud code for each letter; edges that fade are not read back. */
const sound = (letters: string): Uint8Array => Buffer.concat([...letters].map(letter => Buffer.alloc(8_000, letter)));
const lettersOf = (sounds: readonly Uint8Array[]): string =>
  Buffer.concat(sounds)
    .toString('latin1')
    .replace(/([A-Z])\1{500,}|[\s\S]/g, (run, letter: string | undefined) =>
      letter === undefined ? '' : letter.repeat(Math.round(run.length / 8_000)),
    );

/** Prompts on a made-up disk, `limits` fired by hand. */
const voicing = (onDisk: Record<string, string>) => {
  const hashed = new Map(
    Object.entries(onDisk).map(([text, letters]) => [promptHash('v', segment(text)), sound(letters)]),
  );
  const cache: PromptCache = {
    peek: () => undefined,
    get: async hash => hashed.get(hash) ?? null,
    bytes: () => 0,
  };
  const asked: string[] = [];
  const limits: (() => void)[] = [];
  const told = createVoicing({
    voice: 'v',
    standIn: 'usual',
    cache,
    wakeUps: {
      set: (_, wake) => {
        limits.push(wake);
        return () => limits.splice(limits.indexOf(wake), 1);
      },
    },
    guard: createGuard(error => expect.unreachable(String(error))),
    ask: (_, { text }) => asked.push(text),
  });
  const begin = (spoken: Sentence) =>
    new Promise<string | null>(resolve => {
      told.begin(spoken, instant(0), (sounds, isWhole, isSynthesised) => {
        ofMachine = isSynthesised;
        resolve(sounds && `${lettersOf(sounds)}${isWhole ? '' : ' (not whole)'}`);
      });
    });
  let ofMachine = false;
  const hasMachine = () => ofMachine;
  const makes = (text: string, letters: string) => {
    hashed.set(promptHash('v', segment(text)), sound(letters));
    told.made(promptHash('v', segment(text)), true);
  };
  const recorded = (name: string, letters: string) => hashed.set(name, sound(letters));
  return { told, begin, asked, limits, makes, recorded, hasMachine };
};

const turn = () => new Promise(resolve => setImmediate(resolve));

test('the prompts of a sentence sound one behind the other', async () => {
  const { begin } = voicing({ 您好: 'AA', '，方便吗': 'BBB' });
  expect(await begin(sentence('您好', '，方便吗'))).toBe('AABBB');
});

test('what the callee just said is asked for, and the sentence waits for it', async () => {
  const { begin, asked, makes } = voicing({ 好的: 'A' });
  const spoken = begin(sentence('好的', '周六'));
  await turn();
  expect(asked).toEqual(['周六']);
  makes('周六', 'S');
  expect(await spoken).toBe('AS');
});

test('what does not come in time is left out, and the rest of the sentence is said', async () => {
  const { begin, limits } = voicing({ 好的: 'A', 再见: 'B' });
  const spoken = begin(sentence('好的', '周六', '再见'));
  await turn();
  limits[0]!();
  expect(await spoken).toBe('AB (not whole)');
});

test('a part that could not be made is left out at once', async () => {
  const { told, begin } = voicing({ 好的: 'A' });
  const spoken = begin(sentence('好的', '周六'));
  await turn();
  told.made(promptHash('v', segment('周六')), false);
  expect(await spoken).toBe('A (not whole)');
});

test('a question of which nothing is there in time is asked late, not skipped', async () => {
  const { begin, limits, makes } = voicing({});
  const spoken = begin(sentence('周六方便吗'));
  await turn();
  limits[0]!();
  makes('周六方便吗', 'Q');
  expect(await spoken).toBe('Q');
});

test('a sentence of which nothing could be voiced is told as unheard', async () => {
  const { begin, limits } = voicing({});
  const spoken = begin(sentence('周六'));
  await turn();
  limits[0]!();
  limits[1]!();
  expect(await spoken).toBeNull();
});

const recordedAs = (letter: string): string => letter.repeat(40);
const recording = (text: string, name: string) => ({ ...segment(text, false), prompt: recordedAs(name) });

test('a recording sounds instead of the voice, and a value of the same piece twice waits for both', async () => {
  const { told, begin, asked, recorded } = voicing({ 请记下: 'A' });
  const segments = [segment('请记下'), recording('零', 'a'), recording('零', 'a'), segment('。')];
  const spoken = begin({ segments, text: '请记下00。' });
  await turn();
  expect(asked).toEqual(['零']);
  recorded(recordedAs('a'), 'Z');
  told.made(recordedAs('a'), true);
  expect(await spoken).toBe('AZZ');
});

test('a recording that is gone is spoken by the voice', async () => {
  const { told, begin, makes } = voicing({});
  const spoken = begin({ segments: [recording('您好', 'b')], text: '您好' });
  await turn();
  makes('您好', 'V');
  told.made(recordedAs('b'), true);
  expect(await spoken).toBe('V');
});

test('what the voice does not make during the call is said by who stands in', async () => {
  const { told, begin, recorded } = voicing({ 好的: 'A' });
  const spoken = begin(sentence('好的', '周六'));
  await turn();
  recorded(promptHash('usual', segment('周六')), 'U');
  told.made(promptHash('v', segment('周六')), true);
  expect(await spoken).toBe('AU');
});

test('a sentence says whether a machine speaks in it: one spoken by people alone needs no label', async () => {
  const { told, begin, recorded, makes, hasMachine } = voicing({ 周六: 'S' });
  recorded(recordedAs('a'), 'H');
  const byPerson = recording('您好', 'a');
  expect([await begin({ segments: [byPerson], text: '' }), hasMachine()]).toEqual(['H', false]);
  expect([await begin({ segments: [byPerson, segment('周六')], text: '' }), hasMachine()]).toEqual(['HS', true]);
  const standIn = begin({ segments: [recording('再见', 'b')], text: '' });
  await turn();
  makes('再见', 'B');
  told.made(recordedAs('b'), true);
  expect([await standIn, hasMachine()]).toEqual(['B', true]);
});
