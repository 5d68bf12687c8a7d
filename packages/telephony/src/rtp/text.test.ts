import { dice } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import type { RtpPacket } from './packet.ts';
import { parseRedundancy } from './redundancy.ts';
import { createTextReceiver } from './text-receiver.ts';
import { createTextSender } from './text-sender.ts';

const types = { t140: 98, red: 100 };
const utf8 = (text: string): Buffer => Buffer.from(text);

const plain = (sequence: number, text: string, ssrc = 1): RtpPacket => ({
  marker: false,
  payloadType: 98,
  sequence,
  timestamp: 0,
  ssrc,
  payload: utf8(text),
});

/** Packet with the text of the two before it, oldest first. */
const red = (sequence: number, older: string, old: string, text: string): RtpPacket => {
  const [a, b] = [utf8(older), utf8(old)];
  const headers = [0x80 | 98, 9, 0x60, a.length, 0x80 | 98, 4, 0xb0, b.length, 98];
  return { ...plain(sequence, ''), payloadType: 100, payload: Buffer.concat([Buffer.from(headers), a, b, utf8(text)]) };
};

test('text of a lost packet is taken from the redundancy of the next', () => {
  const receiver = createTextReceiver(types);
  expect(receiver.take(red(1, '', '', '我'), 0)).toBe('我');
  // 2 (想) and 3 (问) are lost.
  expect(receiver.take(red(4, '想', '问', '价'), 900)).toBe('想问价');
  expect(receiver.take(red(5, '问', '价', '格'), 1200)).toBe('格');
});

test('packets out of order come out in order, each once', () => {
  const receiver = createTextReceiver({ t140: 98, red: null });
  const texts = [plain(7, '一'), plain(9, '三'), plain(8, '二'), plain(8, '二')].map(packet =>
    receiver.take(packet, 0),
  );
  expect(texts).toEqual(['一', '', '二三', '']);
});

test('a hole that nobody fills is marked after a second, and the call goes on', () => {
  const receiver = createTextReceiver({ t140: 98, red: null });
  receiver.take(plain(65_535, '一'), 0);
  expect(receiver.take(plain(1, '三'), 100)).toBe('');
  expect(receiver.due(1_099)).toBe('');
  expect(receiver.due(1_100)).toBe('\uFFFD三');
  expect(receiver.take(plain(0, '二'), 1_200)).toBe('');
  expect(receiver.take(plain(2, '四'), 1_300)).toBe('四');
});

test('text whose own packets were lost before the first one that came is not lost', () => {
  expect(createTextReceiver(types).take(red(50, '喂', '您', '好'), 0)).toBe('喂您好');
});

test('byte order marks are keep-alives and fall away', () => {
  const receiver = createTextReceiver(types);
  expect(receiver.take(red(1, '', '', '\uFEFF'), 0)).toBe('');
  expect(receiver.take(red(2, '', '\uFEFF', '\uFEFF好'), 300)).toBe('好');
});

test('a source that starts anew is heard from its beginning', () => {
  const receiver = createTextReceiver(types);
  receiver.take(plain(30_000, '一'), 0);
  expect(receiver.take(plain(5, '二', 9), 1)).toBe('二');
});

test('a sender that runs far ahead cannot make us hold endlessly', () => {
  const receiver = createTextReceiver({ t140: 98, red: null });
  receiver.take(plain(0, '始'), 0);
  let text = '';
  for (let n = 2; n < 200; n += 2) text += receiver.take(plain(n, 'a'), 1);
  expect(text.length).toBeGreaterThan(100);
});

test.each([
  ['e2000003', 'headerBeyondEnd'],
  ['e20000', 'headerBeyondEnd'],
  ['', 'headerBeyondEnd'],
  ['e20000096261', 'blockBeyondEnd'],
])('the redundancy %s is refused: %s', (hex, refusal) => {
  expect(parseRedundancy(Buffer.from(hex, 'hex'))).toBe(refusal);
});

test('no bytes make the text receiver throw', () => {
  const seed = 4_103;
  const chance = dice(seed);
  const receiver = createTextReceiver(types);
  for (let round = 0; round < 3_000; round += 1) {
    const payload = Uint8Array.from({ length: chance.between(0, 30) }, () => chance.between(0, 255));
    receiver.take(
      { ...plain(chance.between(0, 65_535), ''), payloadType: chance.pick([98, 100, 101]), payload },
      round,
    );
    receiver.due(round);
  }
  expect(receiver.take(plain(3, '好', 77), 9_999)).toBe('好');
});

const sending = (steps: readonly (readonly [at: number, text: string])[], until: number) => {
  const sender = createTextSender(types);
  const packets: { at: number; marker: boolean; blocks: string[] }[] = [];
  for (let at = 0; at <= until; at += 20) {
    for (const [due, text] of steps) if (due === at) sender.queue(text);
    const packet = sender.due(at);
    if (!packet) continue;
    const blocks = parseRedundancy(packet.payload);
    if (typeof blocks === 'string') throw new Error(blocks);
    packets.push({ at, marker: packet.marker, blocks: blocks.map(({ data }) => Buffer.from(data).toString()) });
  }
  return packets;
};

test('the first word goes at once with the marker, the next after 300 ms, then two packets repeat the last', () => {
  const packets = sending(
    [
      [100, '您'],
      [200, '好'],
      [5_000, '喂'],
    ],
    7_000,
  );
  expect(packets).toEqual([
    { at: 100, marker: true, blocks: ['您'] },
    { at: 400, marker: false, blocks: ['您', '好'] },
    { at: 700, marker: false, blocks: ['您', '好', ''] },
    { at: 1_000, marker: false, blocks: ['好', '', ''] },
    { at: 5_000, marker: true, blocks: ['', '', '喂'] },
    { at: 5_300, marker: false, blocks: ['', '喂', ''] },
    { at: 5_600, marker: false, blocks: ['喂', '', ''] },
  ]);
});

test('long text is cut between characters and comes whole through a line that loses every third packet', () => {
  const text = '我想了解一下这个课程的价格🙂'.repeat(60);
  const sender = createTextSender(types);
  const receiver = createTextReceiver(types);
  sender.queue(text);
  let got = '';
  let sequence = 65_530;
  for (let at = 0; at < 20_000; at += 20) {
    const packet = sender.due(at);
    if (!packet) continue;
    if (sequence % 3 !== 0) got += receiver.take({ ...packet, sequence: sequence & 0xffff, timestamp: 0, ssrc: 5 }, at);
    sequence += 1;
  }
  expect(got).toBe(text);
});

test('without redundancy agreed plain T.140 is sent, and nothing after it', () => {
  const sender = createTextSender({ t140: 98, red: null });
  sender.queue('好');
  expect(sender.due(0)).toMatchObject({ payloadType: 98, marker: true });
  expect(sender.due(300)).toBeNull();
});
