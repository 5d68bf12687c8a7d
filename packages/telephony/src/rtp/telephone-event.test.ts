import { expect, test } from 'vitest';
import type { RtpPacket } from './packet.ts';
import { createKeyReceiver, createKeySender, eventOfKey } from './telephone-event.ts';

const event = (code: number, timestamp: number, duration: number, end = false, ssrc = 1): RtpPacket => ({
  marker: duration === 160,
  payloadType: 101,
  sequence: 0,
  timestamp,
  ssrc,
  payload: Uint8Array.of(code, (end ? 0x80 : 0) | 10, duration >> 8, duration & 0xff),
});

const heard = (packets: readonly RtpPacket[]): string => {
  const receiver = createKeyReceiver();
  return packets
    .map(packet => receiver.take(packet))
    .map(told => (told?.begins ? told.key : ''))
    .join('');
};

test('a key of many packets with three ends is one key', () => {
  const packets = [160, 320, 480, 640].map(duration => event(5, 1_000, duration));
  const ends = [1, 2, 3].map(() => event(5, 1_000, 800, true));
  expect(heard([...packets, ...ends])).toBe('5');
});

test('the same key pressed twice is two keys, told apart by their timestamps', () => {
  expect(heard([event(1, 1_000, 160), event(1, 1_000, 800, true), event(1, 3_000, 160)])).toBe('11');
});

test('a key whose end packets are all lost is followed by the next one', () => {
  expect(heard([event(1, 1_000, 160), event(2, 3_000, 160), event(2, 3_000, 800, true)])).toBe('12');
});

test('only the end of a key arrives: it still counts', () => {
  expect(heard([event(10, 1_000, 800, true)])).toBe('*');
});

test('a straggler of an earlier key is no new key, over the wrap of the timestamp too', () => {
  expect(heard([event(1, 4_294_967_000, 160), event(2, 500, 160), event(1, 4_294_967_000, 800, true)])).toBe('12');
});

test('a key held for half a minute comes in segments, each with a new timestamp, and is one key', () => {
  const segment = (n: number) => [160, 32_000, 0xffff].map(duration => event(5, 1_000 + n * 0xffff, duration));
  expect(heard([0, 1, 2, 3].flatMap(segment))).toBe('5');
  const end = event(5, 1_000 + 4 * 0xffff, 8_000, true);
  expect(heard([...[0, 1, 2, 3].flatMap(segment), end, event(5, 1_000 + 5 * 0xffff, 160)])).toBe('55');
});

test('a gateway that moves the timestamp on with each packet of a key presses it once', () => {
  expect(heard([1, 2, 3, 4, 5].map(n => event(7, 1_000 + n * 160, n * 160)))).toBe('7');
});

test('the same key soon after one whose end is known is a second press, however short the rest', () => {
  expect(heard([event(7, 1_000, 400, true), event(7, 1_400, 160)])).toBe('77');
});

test.each([1, 2, 3, 4, 5, 6])('of the seven packets of a key any %i may be lost', lost => {
  const packets = [160, 320, 480, 640].map(duration => event(5, 1_000, duration));
  const whole = [...packets, ...[1, 2, 3].map(() => event(5, 1_000, 800, true))];
  for (let from = 0; from + lost <= whole.length; from += 1)
    expect(heard(whole.filter((_, n) => n < from || n >= from + lost))).toBe('5');
});

test('a new source starts anew', () => {
  expect(heard([event(1, 9_000, 160), event(1, 100, 160, false, 2)])).toBe('11');
});

test('what is no key, or too short, is nothing', () => {
  expect(heard([event(16, 1, 160), event(255, 2, 160), { ...event(1, 3, 160), payload: Uint8Array.of(1, 2, 3) }])).toBe(
    '',
  );
});

test('a sent key lasts five frames, ends three times, and rests before the next', () => {
  const sender = createKeySender();
  sender.queue('9x#');
  const frames = Array.from({ length: 17 }, () => sender.frame());
  const said = frames.map(
    frame => frame?.map(({ payload }) => Buffer.from(payload).toString('hex')).join(' ') ?? 'sound',
  );
  const end = '098a0320 098a0320 098a0320';
  const hashEnd = '0b8a0320 0b8a0320 0b8a0320';
  expect(said).toEqual([
    ...['090a00a0', '090a0140', '090a01e0', '090a0280', end, '', '', ''],
    ...['0b0a00a0', '0b0a0140', '0b0a01e0', '0b0a0280', hashEnd, '', '', '', 'sound'],
  ]);
  expect(frames[0]![0]).toMatchObject({ marker: true, startedBack: 0 });
  expect(frames[4]![2]).toMatchObject({ marker: false, startedBack: 640 });
});

test.each([
  ['0', 0],
  ['9', 9],
  ['*', 10],
  ['#', 11],
  ['d', 15],
  ['12', null],
  ['', null],
  ['x', null],
])('the key "%s" is event %s', (key, code) => expect(eventOfKey(key)).toBe(code));
