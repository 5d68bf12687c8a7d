import { instant } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import { buildRtp } from '../rtp/packet.ts';
import { createListener } from './listener.ts';
import { createTexter } from './texter.ts';

const address = { host: '127.0.0.1', port: 9 };
const packet = (payloadType: number, sequence: number, payload: Uint8Array): Uint8Array =>
  buildRtp({ marker: false, payloadType, sequence: sequence & 0xffff, timestamp: sequence * 160, ssrc: 1, payload });

test('a far end that floods is heard at four times the speed of a telephone, and no faster', () => {
  const keys: string[] = [];
  const heard = {
    firstPacket: () => {},
    key: (key: string) => void keys.push(key),
    keyLasts: () => {},
    voice: () => {},
    sound: () => {},
  };
  const listener = createListener(heard, { voiceActivity: false, inBandKeys: false });
  listener.use({ address, codec: 'PCMA', payloadType: 8, telephoneEvent: 101, direction: 'sendrecv' });
  const flood = (from: number, at: number): void => {
    for (let n = 0; n < 2_000; n += 1)
      listener.take(packet(101, from + n, Uint8Array.of(1, 0x80, 0, 160)), instant(at));
  };
  flood(0, 1_000);
  expect(keys).toHaveLength(500);
  flood(2_000, 2_000);
  expect(keys).toHaveLength(700);
  // What was too much to use is no loss of the line.
  expect(listener.reception.counts()).toMatchObject({ received: 4_000, lost: 0 });
});

test('real-time text faster than anybody types is dropped: a call of an hour fits into memory', () => {
  let characters = 0;
  const texter = createTexter(
    () => {},
    text => {
      characters += text.length;
    },
  );
  texter.use({ address, t140: 98, red: null });
  for (let n = 0; n < 400; n += 1) texter.take(packet(98, n, Buffer.from('x'.repeat(100))), instant(1_000));
  expect(characters).toBe(2_000);
  for (let n = 400; n < 800; n += 1) texter.take(packet(98, n, Buffer.from('x'.repeat(100))), instant(11_000));
  expect(characters).toBe(3_000);
});
