import { expect, test } from 'vitest';
import { wavAround, wavFile } from './wav-file.ts';

const hex = (bytes: Uint8Array) => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join(' ');

test('sound of a microphone is a WAV of 16 bits and one channel', async () => {
  const file = wavFile(Float32Array.of(0, 1, -2), 16_000, 'take.webm');
  expect([file.name, file.type]).toEqual(['take.wav', 'audio/wav']);
  expect(hex(new Uint8Array(await file.arrayBuffer()))).toBe(
    '52 49 46 46 2a 00 00 00 57 41 56 45 66 6d 74 20 10 00 00 00 01 00 01 00 80 3e 00 00 00 7d 00 00 02 00 10 00 ' +
      '64 61 74 61 06 00 00 00 00 00 ff 7f 01 80',
  );
});

test('A-law of two channels says what it is', () => {
  const file = wavAround(Uint8Array.of(0xd5, 0x55), { format: 6, channels: 2, bits: 8, sampleRate: 8_000 });
  expect(hex(file.subarray(20))).toBe('06 00 02 00 40 1f 00 00 80 3e 00 00 02 00 08 00 64 61 74 61 02 00 00 00 d5 55');
});
