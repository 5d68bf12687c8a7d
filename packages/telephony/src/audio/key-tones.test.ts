import { dice } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import { alawToLinear, encodeAlaw, encodeUlaw, ulawToLinear } from './g711.ts';
import { createKeyTones } from './key-tones.ts';

const RATE = 8_000;
const pad = '123A456B789C*0#D';
const rows = [697, 770, 852, 941];
const columns = [1209, 1336, 1477, 1633];

interface Press {
  readonly key: string;
  readonly ms?: number;
  /** Per tone, of A-law's full scale at +3 dBm0. */
  readonly dbm?: number;
  /** The column's level over the row's, dB. */
  readonly twist?: number;
  readonly offPerMille?: number;
}

/** The two sines of a key with hard edges, as exchanges send them. */
const sound = ({ key, ms = 80, dbm = -10, twist = 0, offPerMille = 0 }: Press): Int16Array => {
  const at = pad.indexOf(key);
  const off = 1 + offPerMille / 1_000;
  const low = 32_768 * 10 ** ((dbm - 3 - twist / 2) / 20);
  const high = 32_768 * 10 ** ((dbm - 3 + twist / 2) / 20);
  return Int16Array.from({ length: Math.round(ms * 8) }, (_, n) =>
    Math.round(
      low * Math.sin((2 * Math.PI * rows[at >> 2]! * off * n) / RATE) +
        high * Math.sin((2 * Math.PI * columns[at & 3]! * off * n) / RATE),
    ),
  );
};

const rest = (ms: number): Int16Array => new Int16Array(Math.round(ms * 8));

const join = (...parts: readonly Int16Array[]): Int16Array => {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/** Heard in frames of 20 ms. */
const heard = (samples: Int16Array): string => {
  const tones = createKeyTones();
  const bytes = encodeAlaw(join(samples, rest(200)));
  let keys = '';
  for (let at = 0; at + 160 <= bytes.length; at += 160)
    keys += tones.take(bytes.subarray(at, at + 160), alawToLinear) ?? '';
  return keys;
};

test('every key is heard, once each, with rests of 40 ms between them', () => {
  expect(heard(join(...[...pad].flatMap(key => [sound({ key, ms: 60 }), rest(40)])))).toBe(pad);
});

test('a tone of 40 ms is heard wherever it begins; one of 12 ms is none', () => {
  for (let offset = 0; offset < 20; offset += 0.5) {
    expect(heard(join(rest(offset), sound({ key: '5', ms: 40 })))).toBe('5');
    expect(heard(join(rest(offset), sound({ key: '5', ms: 12 })))).toBe('');
  }
});

test.each([-15, 15])('tones %i per mille off their frequency are keys (Q.24)', offPerMille => {
  for (const key of pad) expect([key, heard(sound({ key, offPerMille }))]).toEqual([key, key]);
});

test.each([-40, 40])('tones %i per mille off are none', offPerMille => {
  for (const key of pad) expect([key, heard(sound({ key, offPerMille }))]).toEqual([key, '']);
});

test.each([-7, -10, -25])('a key of %i dBm a tone is heard, with the twist that lines make', dbm => {
  for (const twist of [-3.5, 0, 4, 7]) expect([twist, heard(sound({ key: '9', dbm, twist }))]).toEqual([twist, '9']);
});

test.each([-12, 12, 20])('one tone %i dB over the other is no key', twist => {
  expect(heard(sound({ key: '9', twist }))).toBe('');
});

test('a key held for ten seconds is one press; a gap of 10 ms does not make two of it', () => {
  expect(heard(sound({ key: '*', ms: 10_000 }))).toBe('*');
  expect(heard(join(sound({ key: '1', ms: 60 }), rest(10), sound({ key: '1', ms: 60 })))).toBe('1');
});

test('µ-law sounds the same', () => {
  const bytes = encodeUlaw(sound({ key: '3', ms: 100 }));
  const tones = createKeyTones();
  expect(tones.take(bytes, ulawToLinear)).toBe('3');
  expect(tones.sounding()).toBe('3');
  tones.rest();
  expect(tones.sounding()).toBeNull();
});

test('keys are heard over noise 15 dB below them, and noise alone is none', () => {
  const chance = dice(15);
  const over = (samples: Int16Array, rms: number): Int16Array =>
    samples.map(sample => Math.round(sample + (chance.next() - 0.5) * Math.sqrt(12) * rms));
  expect(heard(over(join(...[...pad].flatMap(key => [sound({ key, ms: 80 }), rest(60)])), 1_500))).toBe(pad);
  for (const rms of [300, 2_000, 8_000]) expect(heard(over(rest(20_000), rms))).toBe('');
});

/** Vowels: harmonics of a gliding pitch under three formants, in syllables; between the formants they are 20 dB down. */
const vowels = (seconds: number, seed: number): Int16Array => {
  const chance = dice(seed);
  const out = new Int16Array(seconds * RATE);
  let phase = 0;
  for (let at = 0; at < out.length; ) {
    const length = Math.min(out.length - at, chance.between(800, 3_200));
    const [from, to] = [chance.between(80, 380), chance.between(80, 380)];
    const formants = [chance.between(250, 900), chance.between(800, 2_400), chance.between(2_200, 3_400)];
    for (let n = 0; n < length; n += 1) {
      const pitch = from + ((to - from) * n) / length;
      phase += (2 * Math.PI * pitch) / RATE;
      let sum = 0;
      for (let h = 1; h * pitch < 3_400; h += 1)
        sum += Math.sin(h * phase) * Math.max(0.1, ...formants.map(f => Math.exp(-(((h * pitch - f) / 150) ** 2))));
      out[at + n] = Math.round(5_000 * sum * Math.sin((Math.PI * n) / length));
    }
    at += length;
  }
  return out;
};

test('twenty seconds of vowels of every pitch are no keys', () => {
  const seed = 4_733;
  expect(heard(vowels(20, seed)), `seed ${seed}`).toBe('');
});

test.each([[[450]], [[350, 440]], [[480, 620]], [[1_100]], [[2_100]], [[697]], [[1_336]], [[697, 770, 1_209]]])(
  'the tones %j of exchanges, faxes and music are no keys',
  frequencies => {
    const samples = Int16Array.from({ length: 16_000 }, (_, n) =>
      Math.round(frequencies.reduce((sum, hertz) => sum + 6_000 * Math.sin((2 * Math.PI * hertz * n) / RATE), 0)),
    );
    expect(heard(samples)).toBe('');
  },
);
