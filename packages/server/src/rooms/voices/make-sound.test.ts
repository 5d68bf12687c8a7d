import { decodeAlaw, speechLoudness, speechWav, tone } from '@lianxian/telephony';
import { expect, test } from 'vitest';
import { makeSound } from './make-sound.ts';
import { floatWav, pcmWav, wavOf } from './sounding.test-data.ts';
import { durationOf } from './voices.view.ts';

test.each([
  ['8-bit mono at 8 kHz', pcmWav(8_000, 8, 1, 500)],
  ['16-bit stereo at 44.1 kHz', pcmWav(44_100, 16, 2, 500)],
  ['24-bit mono at 48 kHz', pcmWav(48_000, 24, 1, 500)],
  ['32-bit 5.1 at 22.05 kHz', pcmWav(22_050, 32, 6, 500)],
  ['floats at 16 kHz', floatWav(16_000, 500)],
])('a WAV of %s becomes telephone sound of the one loudness', (_, bytes) => {
  const made = makeSound(bytes);
  if (typeof made === 'string') throw new Error(made);
  expect(Math.abs(durationOf(made.audio.length) - 580)).toBeLessThan(25);
  expect(Math.abs(20 * Math.log10(speechLoudness(decodeAlaw(made.audio)) / 3_277))).toBeLessThan(1);
  expect(made.peaks).toHaveLength(120);
  expect(made.sound).toMatch(/^[\da-f]{40}$/);
});

const whole = wavOf(440, 500);
test.each<[string, Buffer, string]>([
  ['an empty file', Buffer.alloc(0), 'soundEmpty'],
  ['a header alone', speechWav(new Int16Array(), null), 'soundEmpty'],
  ['a click', speechWav(tone([440], 5, 0.5), null), 'soundEmpty'],
  ['silence', speechWav(new Int16Array(8_000), null), 'soundSilent'],
  ['six minutes', speechWav(new Int16Array(6 * 60 * 8_000), null), 'soundTooLong'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'soundNotAudio'],
  ['a text', Buffer.from('您好，我是小启'), 'soundNotAudio'],
  ['a file that broke off', whole.subarray(0, whole.length - 3_000), 'soundCut'],
  ['a header that broke off', whole.subarray(0, 20), 'soundCut'],
  ['an MP3', Buffer.from('49443303000000000000', 'hex'), 'soundCompressed'],
  ['an MP4', Buffer.from('00000020667479704d344120', 'hex'), 'soundCompressed'],
  ['Ogg', Buffer.from('4f67675300020000', 'hex'), 'soundCompressed'],
  ['FLAC', Buffer.from('664c614300000022', 'hex'), 'soundCompressed'],
])('%s is told by name', (_, bytes, fault) => expect(makeSound(bytes)).toBe(fault));
