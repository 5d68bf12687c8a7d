import { expect, test } from 'vitest';
import { calleeSeed, practiceCalleeAt, practiceCallees } from './town.ts';

const numbers = Array.from({ length: 10_000 }, (_, index) => `1540000${String(index).padStart(4, '0')}`);

test('twenty of the town are known by name, one of each kind', () => {
  expect(practiceCallees.map(({ number, name }) => `${number} ${name}`)).toEqual([
    '15400000001 好说话',
    '15400000002 先问价',
    '15400000003 不需要',
    '15400000004 占线',
    '15400000005 拒接',
    '15400000006 没人接',
    '15400000007 已关机',
    '15400000008 语音信箱',
    '15400000009 不说话',
    '15400000010 按键',
    '15400000011 抢话',
    '15400000012 听一半',
    '15400000013 话多',
    '15400000014 改主意',
    '15400000015 路边',
    '15400000016 来电助理',
    '15400000017 空号',
    '15400000018 彩铃',
    '15400000019 找真人',
    '15400000020 聊得来',
  ]);
  expect(new Set(practiceCallees.map(({ persona }) => persona.id)).size).toBe(20);
});

test('all 10,000 numbers are somebody, and nobody lives outside', () => {
  for (const number of numbers) expect(practiceCalleeAt(number)).toMatchObject({ number });
  for (const outside of ['15400010000', '15399999999', '13812345678', '1540000001', ''])
    expect(practiceCalleeAt(outside)).toBeNull();
});

test('the named ones are who they are; the last number stays empty', () => {
  for (const callee of practiceCallees) expect(practiceCalleeAt(callee.number)).toBe(callee);
  expect(practiceCalleeAt('15400009999')?.persona.id).toBe('emptyNumber');
});

/** The town's shares, of a thousand, copied by hand from its description. */
const shares: Readonly<Record<string, number>> = {
  ...{ neverAnswers: 260, poweredOff: 100, rejects: 90, busy: 80, emptyNumber: 50 },
  ...{ hangsUpOnIt: 110, refuses: 90, callAssistant: 50, voiceMail: 30, hasRingback: 30, agrees: 20, asksPrice: 20 },
  ...{ saysNothing: 15, interrupts: 15, changesMind: 15, pressesKeys: 10, standsInNoise: 10, speaksLong: 5 },
};

test('the mix is that of a real list: every kind within a fifth of its share, or ten numbers', () => {
  const found = new Map<string, number>();
  for (const number of numbers) {
    const { id } = practiceCalleeAt(number)!.persona;
    found.set(id, (found.get(id) ?? 0) + 1);
  }
  expect(Object.values(shares).reduce((sum, share) => sum + share)).toBe(1_000);
  for (const [id, share] of Object.entries(shares)) {
    const expected = share * 10;
    expect({ id, off: Math.abs(found.get(id)! - expected) <= Math.max(10, expected / 5) }).toEqual({ id, off: true });
  }
});

test('10,000 numbers are different people: hardly two calls share a seed', () => {
  const seeds = numbers.flatMap(number => [0, 1, 2].map(times => calleeSeed(1, number, times)));
  expect(new Set(seeds).size).toBeGreaterThan(29_900);
  expect(calleeSeed(1, '15400000001', 0)).toBe(calleeSeed(1, '15400000001', 0));
  expect(calleeSeed(2, '15400000001', 0)).not.toBe(calleeSeed(1, '15400000001', 0));
});
