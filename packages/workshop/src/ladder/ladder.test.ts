import { expect, test } from 'vitest';
import { type KeptCall, ladderOf } from './rungs.ts';

const peer = { peer: '203.0.113.18:5060', transport: 'udp' } as const;
const call: KeptCall = {
  id: '42',
  phone: '13812345678',
  callerNumber: '02160000005',
  about: ['out', '上海一线', '课程回访', 'answered robotHungUp A'],
  sip: [
    {
      ...peer,
      atMs: 20,
      way: 'out',
      summary: 'INVITE',
      cseq: '1 INVITE',
      text: 'INVITE sip:13812345678@carrier SIP/2.0\r\n',
    },
    { ...peer, atMs: 2_100, way: 'in', summary: '200 OK', cseq: '1 INVITE', text: 'SIP/2.0 200 OK\r\n' },
  ],
  facts: [
    { atMs: 0, by: 'call', type: 'placed', more: {} },
    { atMs: 2_100, by: 'call', type: 'answered', more: {} },
    { atMs: 2_150, by: 'note', type: 'robot.said', more: { type: 'robot.said', at: 9, line: 0, text: '您好' } },
    { atMs: 2_150, by: 'push', type: 'line', more: {} },
    { atMs: 9_000, by: 'event', type: 'heard', more: { type: 'heard', text: '打我另一个号 13987654321' } },
    { atMs: 9_100, by: 'event', type: 'heard', more: { text: '是幺三九八七六五四三二幺，网关 192.168.100.200' } },
  ],
};

test('a call is one ladder in the order of time, its phones masked wherever they stand', () => {
  expect(ladderOf(call, false)).toEqual([
    'call 42 · 138****5678 · out · 上海一线 · 课程回访 · answered robotHungUp A',
    'us ↔ 203.0.113.18:5060 udp',
    '',
    '    0.000  call   placed',
    '    0.020  SIP    ── INVITE ────────────────────────────▶  1 INVITE',
    '    2.100  SIP    ◀──────────────────────────── 200 OK ──  1 INVITE',
    '    2.100  call   answered',
    '    2.150  note   robot.said {"line":0,"text":"您好"}',
    '    2.150  push   line',
    '    9.000  event  heard {"text":"打我另一个号 139****4321"}',
    '    9.100  event  heard {"text":"是幺三九****四三二幺，网关 192.168.100.200"}',
  ]);
});

test('in full the messages are as they were, phones too', () => {
  const lines = ladderOf(call, true);
  expect(lines).toContain('                  INVITE sip:13812345678@carrier SIP/2.0');
  expect(lines[0]).toContain('13812345678');
});

test('a call without kept SIP says so', () => {
  expect(ladderOf({ ...call, sip: [], facts: [] }, false)[1]).toBe('no SIP was kept');
});
