import { type Language, levelReason } from '@lianxian/contract';
import { expect, test } from 'vitest';
import type { SheetCall } from '../call-sheets/export.store.ts';
import { sheetRow } from '../call-sheets/export.view.ts';
import { maskedEvent } from '../live/index.ts';
import { areaText } from '../segments/index.ts';
import type { FoundCall } from './detail.store.ts';
import { detailView, rowView } from './records.view.ts';

/** A callee who gave another number than the one that was called, once in a breath and once in three. */
const line = (n: number, speaker: 'robot' | 'callee', text: string, matched?: string) => ({
  line: n,
  speaker,
  atMs: n * 1_000,
  endMs: null,
  text,
  node: 'a',
  understood: matched === undefined ? null : { meaning: '给号码', by: 'pattern', matched },
  interruptedAfterMs: null,
});
const call: FoundCall = {
  id: '7',
  isBlacklistedBy: false,
  afterCall: null,
  namesAuthority: false,
  variant: null,
  synthesis: null,
  origin: 'robot',
  phone: '13812345678',
  calleeName: '王女士',
  taskId: null,
  taskName: null,
  attempt: null,
  planName: '课程回访',
  planId: '1',
  planVersion: 1,
  variables: { grade: '三年级', 备用号码: '13987654321' },
  lineName: '线路一',
  placedAt: new Date(0),
  endedAt: new Date(60_000),
  state: 'answered',
  level: 'A',
  correctedLevel: null,
  talkMs: 60_000,
  turns: 4,
  cost: '0',
  costs: {},
  uses: null,
  hungUpBy: 'callee',
  direction: 'out',
  because: null,
  sipCode: 200,
  sipReason: 'OK for 13812345678',
  hasLadder: false,
  heard: null,
  levelRule: null,
  followedAt: null,
  follower: null,
  tags: [],
  customerType: null,
  ruledLevel: null,
  why: null,
  correctedAt: null,
  corrector: null,
  callerNumber: '02160000005',
  answeredAt: new Date(1_000),
  ringMs: 1_000,
  lastNode: 'a',
  media: null,
  lines: [
    line(0, 'robot', '您的号码是 13812345678 吗'),
    line(1, 'callee', '打我另一个，幺三九八七六五四三二幺', '幺三九八七六五四三二幺'),
    line(2, 'callee', '还有，一三九'),
    line(3, 'robot', '好的'),
    line(4, 'callee', '八七六五'),
    line(5, 'callee', '四三二一'),
  ],
  path: [
    {
      node: 'a',
      name: '转接',
      knowledge: false,
      atMs: 0,
      leftBy: '',
      asked: [{ kind: 'transfer', target: '13911112222', outcome: 'transferred', because: '' }],
    },
  ],
  answers: [
    { label: '回电号码', value: '13987654321', atMs: 1_000 },
    { label: '日期', value: '2026-01-31', atMs: 2_000 },
  ],
  fileKey: null,
  durationMs: null,
  peaks: null,
};

test('who lacks phone:unmask reads the words of a call with every number masked; who holds it as they were said', () => {
  const areas = new Map<string, string>();
  const labels = [{ name: 'grade', label: '孩子年级' }];
  const masked = detailView(call, labels, { phones: false, areas }, 'zh-CN');
  expect(masked.transcript.map(({ text }) => text)).toEqual([
    '您的号码是 138****5678 吗',
    '打我另一个，幺三九****四三二幺',
    '还有，一三九',
    '好的',
    '****',
    '四三二一',
  ]);
  expect(masked.transcript[1]?.understood?.matched).toBe('幺三九****四三二幺');
  expect(masked.path[0]?.asked?.[0]?.target).toBe('139****2222');
  expect(masked.answers.map(({ value }) => value)).toEqual(['139****4321', '2026-01-31']);
  expect(masked.sipReason).toBe('OK for 138****5678');
  const whole = detailView(call, labels, { phones: true, areas }, 'zh-CN');
  expect(whole.transcript.map(({ text }) => text)).toEqual((call.lines as { text: string }[]).map(({ text }) => text));
  expect(whole.answers[0]?.value).toBe('13987654321');
  const about = [
    { title: '孩子年级', value: '三年级' },
    { title: '备用号码', value: '139****4321' },
  ];
  expect(masked.about).toEqual(about);
  expect(whole.about[1]?.value).toBe('13987654321');
});

const corrected = {
  ...call,
  ...{ correctedLevel: 'A' as const, ruledLevel: 'B' as const, why: '要打 13912345678', correctedAt: new Date(0) },
};
const unlabelled = {
  labels: null,
  placedAt: null,
  answeredAt: null,
  endedAt: null,
  followedAt: null,
  notes: [],
  cursor: '',
};

test('a colleague’s extension is shown to everybody', () => {
  const seen = { phones: false, areas: new Map<string, string>() };
  expect(rowView({ ...call, origin: 'internal', phone: '8003' }, seen).phone).toBe('8003');
  expect(rowView(call, seen).phone).toBe('138****5678');
});

test('why somebody corrected a level is masked wherever it is read', () => {
  const whys = (phones: boolean) => [
    detailView(corrected, [], { phones, areas: new Map() }, 'zh-CN').correction?.why,
    sheetRow({ ...corrected, ...unlabelled }, '', {
      language: 'zh-CN',
      seesPhones: phones,
      viewer: '',
      origin: '',
    })[10],
    levelReason(corrected, phones, 'zh-CN'),
  ];
  const said = (why: string) => [why, ...Array.from({ length: 2 }, () => `人工改为 A · ${why}`)];
  expect(whys(false)).toEqual(said('要打 139****5678'));
  expect(whys(true)).toEqual(said('要打 13912345678'));
});

test('a sheet masks what the robot collected, too', () => {
  const labels = [{ name: 'grade', label: '孩子年级', fallback: '', spoken: 'asWritten' as const }];
  const row: SheetCall = { ...call, ...unlabelled, labels };
  const answers = (seesPhones: boolean, language: Language = 'zh-CN') =>
    sheetRow(row, '', { language, seesPhones, viewer: '', origin: '' }).at(-7);
  expect(answers(false)).toBe('回电号码：139****4321；日期：2026-01-31');
  expect(answers(true)).toBe('回电号码：13987654321；日期：2026-01-31');
  expect(answers(true, 'en')).toBe('回电号码: 13987654321; 日期: 2026-01-31');
  const about = (seesPhones: boolean) =>
    sheetRow(row, '', { language: 'zh-CN', seesPhones, viewer: '', origin: '' }).at(-6);
  expect([about(false), about(true)]).toEqual([
    '孩子年级：三年级；备用号码：139****4321',
    '孩子年级：三年级；备用号码：13987654321',
  ]);
});

test('live, a number in figures alone shows none of them', () => {
  const said = (text: string) =>
    maskedEvent(
      { seq: 1, atMs: 0, kind: 'line', line: 1, speaker: 'callee', text, final: true, node: '', understood: null },
      '',
    );
  expect(said('一三九')).toMatchObject({ text: '***' });
  expect(said('好的，三点')).toMatchObject({ text: '好的，三点' });
  expect(
    maskedEvent({ seq: 2, atMs: 0, kind: 'answer', label: '回电', value: '13987654321', line: 1 }, ''),
  ).toMatchObject({
    value: '139****4321',
  });
});

test('beside a masked number stands the province alone', () => {
  const area = { province: '广东', city: '深圳', operator: '移动' };
  expect([areaText(area, true), areaText(area, false)]).toEqual(['广东 深圳 · 移动', '广东']);
});
