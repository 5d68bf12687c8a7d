import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { aloud } from './aloud.ts';
import { MAX_CHARACTERS, parseRequest } from './request.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Runs the program with these lines and cuts its output into headers and samples. */
const ask = async (...lines: readonly string[]) => {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  child.stdin.end(lines.map(line => `${line}\n`).join(''));
  const [code] = await once(child, 'close');
  const answers: { header: Record<string, unknown>; samples: Int16Array }[] = [];
  let rest = Buffer.concat(pieces);
  while (rest.length > 0) {
    const end = rest.indexOf('\n');
    const header = JSON.parse(rest.toString('utf8', 0, end)) as { bytes: number };
    const data = Uint8Array.from(rest.subarray(end + 1, end + 1 + header.bytes));
    answers.push({ header: { ...header }, samples: new Int16Array(data.buffer) });
    rest = rest.subarray(end + 1 + header.bytes);
  }
  return { code, answers };
};

const sentence = '您好，这里是启航教育。请问您现在方便接电话吗？';

/** Longest stretch below 1 % of full scale, in ms; frames of 10 ms. */
const longestRest = (samples: Int16Array): number => {
  let [run, longest] = [0, 0];
  for (let from = 0; from + 220 <= samples.length; from += 220) {
    const quiet = samples.subarray(from, from + 220).every(sample => Math.abs(sample) < 328);
    run = quiet ? run + 10 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
};

/** Middle of the pitches of its voiced stretches, in Hz: where the sound is most like itself a period later. */
const pitchOf = (samples: Int16Array, sampleRate: number): number => {
  const [frame, shortest, longest] = [0.03, 1 / 400, 1 / 70].map(seconds => Math.round(seconds * sampleRate));
  const pitches: number[] = [];
  for (let from = 0; from + frame! + longest! < samples.length; from += frame!) {
    const likeness = (lag: number): number => {
      let [sum, one, other] = [0, 1, 1];
      for (let n = from; n < from + frame!; n += 1) {
        sum += samples[n]! * samples[n + lag]!;
        one += samples[n]! ** 2;
        other += samples[n + lag]! ** 2;
      }
      return sum / Math.sqrt(one * other);
    };
    let [best, period] = [0.75, 0];
    for (let lag = shortest!; lag < longest!; lag += 1) {
      const like = likeness(lag);
      if (like > best + 0.02) [best, period] = [like, lag];
    }
    if (period > 0) pitches.push(sampleRate / period);
  }
  return pitches.sort((a, b) => a - b)[Math.floor(pitches.length / 2)]!;
};

test('it speaks Mandarin at a telephone pace, as brightly as people do, unclipped and without holes, and answers what it cannot read', async () => {
  const { code, answers } = await ask(
    JSON.stringify({ id: 1, text: sentence }),
    'not json',
    JSON.stringify({ id: 'b', text: sentence, speaker: 1, speed: 1.2 }),
    JSON.stringify({ id: 3, text: '长'.repeat(MAX_CHARACTERS + 1) }),
    JSON.stringify({ id: 4, text: '' }),
  );
  expect(code).toBe(0);
  expect(answers.map(({ header: { id, error, ready } }) => [ready ? 'ready' : id, error])).toEqual([
    ['ready', undefined],
    [1, undefined],
    [null, 'badRequest'],
    ['b', undefined],
    [3, 'textTooLong'],
    [4, undefined],
  ]);
  const [, woman, , man, , nothing] = answers;
  expect(nothing!.samples.length).toBeLessThan(220);
  // 20 syllables and three pauses.
  expect(woman!.samples.length / 22_050).toBeGreaterThan(4);
  expect(woman!.samples.length / 22_050).toBeLessThan(6.5);
  expect(man!.samples.length).toBeLessThan(woman!.samples.length * 0.95);
  // A woman's voice lies about 210 Hz, a man's about 110.
  const [high, low] = [woman!, man!].map(({ samples }) => pitchOf(samples.subarray(0, 22_050), 22_050));
  expect(high).toBeGreaterThan(195);
  expect(high).toBeLessThan(230);
  expect(low).toBeGreaterThan(100);
  expect(low).toBeLessThan(130);
  for (const { samples } of [woman!, man!]) {
    const loudest = Math.max(...samples.map(Math.abs));
    expect(loudest).toBeGreaterThan(8_000);
    expect(loudest).toBeLessThan(32_767);
    expect(longestRest(samples)).toBeLessThan(600);
    // No click: speech begins below a tenth of its top.
    expect(Math.max(...samples.subarray(0, 20).map(Math.abs))).toBeLessThan(loudest / 10);
  }
});

let worker: EspeakWorker;
beforeAll(async () => {
  const { default: load } = await import('@echogarden/espeak-ng-emscripten');
  worker = new (await load()).eSpeakNGWorker();
  worker.set_voice('cmn');
});

/** What eSpeak's Mandarin reads, without tones. */
const sounds = (text: string): string => worker.synthesize_ipa(text).ipa.replace(/[\s_ˈˌ0-9ɜ-]/g, '');
const msOf = (text: string): number => {
  let samples = 0;
  worker.synthesize(text, piece => {
    samples += piece.length;
    return false;
  });
  return (samples / worker.get_samplerate()) * 1_000;
};

test('characters are read as Mandarin, not spelled or skipped', () => {
  expect(sounds('您好')).toBe('ninχɑu');
  expect(sounds('教育')).toBe('tɕjɑujy');
  // Words decide: 银行 yínháng, 行 xíng.
  expect(sounds('银行')).toBe('jinχɑŋ');
  expect(sounds('行')).toBe('ɕiŋ');
});

test('what ends in 儿 is Mandarin and no English, and a child stays one', () => {
  const ended = ['一会儿', '一点儿', '这儿', '没事儿'];
  // eSpeak's own reading of them is English; of what they are prepared as, none is.
  for (const word of ended) expect(sounds(word)).toContain('(en)');
  expect(ended.filter(word => sounds(aloud(word)).includes('(en)'))).toEqual([]);
  expect(msOf('一会儿')).toBeGreaterThan(2 * msOf(aloud('一会儿')));
  const child = ['儿子', '女儿', '儿童', '幼儿园', '少儿英语', '婴儿', '小儿科'];
  expect(child.map(aloud)).toEqual(child);
});

test.each([
  ['便宜', '方便', /^phiɛnji/],
  ['还款', '还有', /^χuankhwan/],
  ['您还信用卡', '还没', /χuanɕin/],
  ['角色', '角度', /^tɕyɛ/],
  ['区先生', '小区', /^ou/],
  ['翟女士', '女士', /^ts\.ai/],
])('%s is read right, and %s stays', (word, other, right) => {
  expect(sounds(word)).not.toMatch(right);
  expect(sounds(aloud(word))).toMatch(right);
  expect(aloud(other)).toBe(other);
});

test.each([
  ['VIP会员', ' V I P 会员'],
  ['学AI吧', '学 AI 吧'.replace('AI', 'A I')],
  ['iPhone和OK', 'iPhone和 O K '],
  ['5<6 & 7>3', '5 6   7 3'],
  ['一\u2028二\n三', '一。二。三'],
])('%s is prepared as %s', (text, spoken) => expect(aloud(text)).toBe(spoken));

test.each([
  '[]',
  'null',
  '{}',
  '{"id":1}',
  '{"id":1,"text":2}',
  '{"id":1,"text":"a","speed":9}',
  `"${'x'.repeat(40_000)}"`,
])('a line that is no request is refused: %.30s', line =>
  expect(parseRequest(line)).toMatchObject({ error: 'badRequest' }),
);
