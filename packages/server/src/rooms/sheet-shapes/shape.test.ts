import { expect, test } from 'vitest';
import { asBefore, shapeOf } from './index.ts';

test('two sheets whose titles say the same have one shape, in whichever script and width', () => {
  const shape = shapeOf(['聯絡電話', '姓名 ', 'Ｅmail', '']);
  expect(shape).toMatch(/^[0-9a-f]{64}$/);
  expect(shapeOf(['联系电话', '姓名', 'EMAIL'])).not.toBe(shape);
  expect(shapeOf(['联络电话', '姓名', 'email'])).toBe(shape);
  expect(shapeOf(['姓名', '联络电话', 'email'])).not.toBe(shape);
  expect(shapeOf(['', ''])).toBeNull();
});

const seen = { filled: 1, mobiles: 0, dates: 0, names: 0 };
const column = (index: number, title: string, guess: Parameters<typeof asBefore>[0][number]['guess']) => ({
  index,
  title,
  kept: title,
  guess,
  ...seen,
});

test('columns are for what they were for, and variables of another plan are not lost', () => {
  const columns = [
    column(0, '电话', { index: 0, use: 'phone' }),
    column(1, '手机', { index: 1, use: 'kept', variable: '手机' }),
    column(2, '课程', { index: 2, use: 'kept', variable: '课程' }),
    column(3, '年级', { index: 3, use: 'variable', variable: 'grade' }),
    column(4, '备注', { index: 4, use: 'kept', variable: '备注' }),
  ];
  const before = [
    { index: 1, use: 'phone' },
    { index: 0, use: 'further' },
    { index: 2, use: 'variable', variable: 'course' },
    { index: 3, use: 'kept', variable: '年级' },
  ] as const;
  expect(asBefore(columns, before, [{ name: 'grade' }]).map(({ guess }) => guess)).toEqual([
    { index: 0, use: 'further' },
    { index: 1, use: 'phone' },
    // This plan has no such variable.
    { index: 2, use: 'kept', variable: '课程' },
    // It was only kept; this plan asks for it.
    { index: 3, use: 'variable', variable: 'grade' },
    // It was left unused.
    null,
  ]);
});
