import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decodeAlaw } from './g711.ts';
import { startVoice, type Voice, VoiceFailed, type VoiceOptions } from './voice.ts';

/**
 * A small voice that hums: 100 ms of sound for each character. Words it obeys: `die` ends it at once, `hang once`
 * does not answer in its first life, `refuse` is refused, `babble` breaks the protocol, `count` hums as long as the number of its start.
 */
const hummer = `
const fs = require('node:fs'), starts = process.argv[1];
fs.appendFileSync(starts, 'x');
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, text } = JSON.parse(line);
  if (text === 'die') process.exit(1);
  if (text === 'hang once' && fs.readFileSync(starts).length === 1) return;
  if (text === 'babble') return process.stdout.write('what?\\n');
  if (text === 'refuse') return process.stdout.write(JSON.stringify({ id, error: 'failed', bytes: 0 }) + '\\n');
  const length = text === 'count' ? fs.readFileSync(starts).length : text.length;
  const sound = Int16Array.from({ length: length * 1600 }, (_, n) => 8000 * Math.sin(n / 5));
  process.stdout.write(JSON.stringify({ id, sampleRate: 16000, bytes: sound.byteLength }) + '\\n');
  process.stdout.write(Buffer.from(sound.buffer));
});`;

const natural = { speaker: 0, speed: 1, pitch: 1 };
let folder = '';
let voices: Voice[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voice-'));
});
afterEach(async () => {
  await Promise.all(voices.map(voice => voice.close()));
  voices = [];
  await rm(folder, { recursive: true });
});

const open = (more: Partial<Omit<VoiceOptions, 'cacheDir'>> & { readonly keeps?: boolean } = {}): Voice => {
  const command = [process.execPath, '-e', hummer, join(folder, 'starts')];
  const { keeps = true, ...rest } = more;
  const voice = startVoice({ command, ...(keeps && { cacheDir: join(folder, 'cache') }), ...rest });
  voices.push(voice);
  return voice;
};

const ms = (audio: Uint8Array): number => audio.length / 8;

test('a sentence becomes telephone sound of the house level with rest at both ends', async () => {
  const audio = await open().speak('abcd', natural);
  expect(Math.abs(ms(audio) - 480)).toBeLessThanOrEqual(20);
  const samples = decodeAlaw(audio);
  expect(Math.max(...samples.subarray(0, 300).map(Math.abs))).toBeLessThanOrEqual(8);
  expect(Math.max(...samples.subarray(1_000, 2_000))).toBeGreaterThan(4_000);
});

test('what was said lies on the disk for nobody else of the machine: it may hold a name', async () => {
  await open().speak('张伟', natural);
  const cache = join(folder, 'cache');
  const [file] = await readdir(cache);
  const modes = [await stat(cache), await stat(join(cache, file!))].map(({ mode }) => (mode & 0o777).toString(8));
  expect(modes).toEqual(['700', '600']);
});

test('the same sentence is made once: from the disk by whoever asks later', async () => {
  const first = await open().speak('count', natural);
  await voices[0]!.close();
  expect(await open().speak('count', natural)).toEqual(Buffer.from(first));
  expect(await open().speak('count', { ...natural, speaker: 1 })).not.toEqual(first);
  expect((await readdir(join(folder, 'cache'))).filter(name => !name.endsWith('.alaw'))).toEqual([]);
});

test('only what is worth keeping lies on the disk', async () => {
  const voice = open({ isKept: text => text === 'often' });
  await Promise.all(['often', 'once'].map(text => voice.speak(text, natural)));
  expect(await readdir(join(folder, 'cache'))).toHaveLength(1);
});

test('what is due first is spoken first, and who needs a sentence sooner moves it', async () => {
  const voice = open({ keeps: false });
  const order: string[] = [];
  const say = (text: string, dueMs?: number) => voice.speak(text, natural, dueMs).then(() => void order.push(text));
  const all = [
    say('first'),
    say('in a minute', 60_000),
    say('in a second', 1_000),
    say('in an hour', 3_600_000),
    say('now'),
  ];
  await Promise.all([...all, voice.speak('in an hour', natural)]);
  expect(order).toEqual(['first', 'now', 'in an hour', 'in a second', 'in a minute']);
});

test('several programs speak side by side, and one that dies ends its own sentence alone', async () => {
  const voice = open({ programs: 2 });
  const [died, ...spoken] = await Promise.allSettled(['die', 'a', 'ab', 'abc'].map(text => voice.speak(text, natural)));
  expect(died).toMatchObject({ status: 'rejected', reason: { because: 'noAnswer' } });
  expect(spoken.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  // The one that died was tried again.
  expect((await readFile(join(folder, 'starts'), 'utf8')).length).toBeGreaterThanOrEqual(3);
});

test('a voice beside another is started when that one has its hands full, and not before', async () => {
  const voice = open({ programs: 2 });
  await voice.speak('a', natural);
  await voice.speak('b', natural);
  expect(await readFile(join(folder, 'starts'), 'utf8')).toBe('x');
  await Promise.all(['c', 'd'].map(text => voice.speak(text, natural)));
  // The first may have spoken both before the other has begun.
  await expect.poll(() => readFile(join(folder, 'starts'), 'utf8')).toBe('xx');
});

test('a voice that dies is started again, and the others are still spoken', async () => {
  const voice = open();
  const [died, spoken] = await Promise.allSettled([voice.speak('die', natural), voice.speak('abc', natural)]);
  expect(died).toMatchObject({ status: 'rejected', reason: { because: 'noAnswer' } });
  expect(spoken).toMatchObject({ status: 'fulfilled' });
});

test.each(['refuse', 'babble'])(
  'a voice that does not speak but answers "%s" fails this sentence alone',
  async text => {
    const voice = open();
    await expect(voice.speak(text, natural)).rejects.toThrow(VoiceFailed);
    expect(ms(await voice.speak('ab', natural))).toBeGreaterThan(200);
  },
);

test('a voice that hangs is ended at its limit, and the sentence is spoken by the next one', async () => {
  // Long enough for a program to start on a busy machine.
  const voice = open({ limitMs: 2_000 });
  expect(ms(await voice.speak('hang once', natural))).toBeGreaterThan(800);
});

test('too many that wait, too long a text, a closed voice: refused by name', async () => {
  const voice = open({ maxWaiting: 1, keeps: false });
  const first = voice.speak('a', natural);
  expect(voice.speak('a', natural)).toBe(first);
  const [later, sooner] = [voice.speak('b', natural, 60_000), voice.speak('c', natural)];
  await expect(later).rejects.toMatchObject({ because: 'tooManyWaiting' });
  await expect(voice.speak('x'.repeat(2_001), natural)).rejects.toMatchObject({ because: 'textTooLong' });
  await Promise.all([first, sooner]);
  await voice.close();
  await expect(voice.speak('b', natural)).rejects.toMatchObject({ because: 'closed' });
});

test('a voice program that is not there fails and harms nobody', async () => {
  const voice = open({ command: ['no-such-voice-program'] });
  await expect(voice.speak('a', natural)).rejects.toMatchObject({ because: 'noAnswer' });
});
