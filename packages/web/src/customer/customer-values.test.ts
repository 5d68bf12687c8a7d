import { expect, test } from 'vitest';
import { changedFields, conflictsOf, joined, savedOf, valuesOf, withTag } from './customer-values.ts';
import type { Customer } from './use-customer.ts';

const customer = {
  ...{ id: '5', phone: '138****2217', dial: 'token', name: '陈女士', company: '', tags: '三年级', cateType: 2 },
  ...{ sex: '2', birthday: '1988-06-14 00:00:00', position: '', remark: '', mark: '', city: '440106', version: 3 },
  ...{
    province: '广东省/广州市/天河区',
    parameter4: '12.5',
    further: [{ key: 'k1', phone: '139****0000', dial: 't' }],
  },
} as unknown as Customer;
const base = { customer, known: null, logid: '', values: valuesOf(customer, null) };

test('a birthday is shown as a day, a type as its text, further numbers by their keys', () => {
  expect(base.values).toMatchObject({ birthday: '1988-06-14', cateType: '2', further: ['k1'], parameter4: '12.5' });
});

test('of a customer that is there what was changed is sent, never the number', () => {
  expect(savedOf({ ...base.values, name: '陈太太', birthday: '' }, base)).toEqual({
    id: '5',
    version: 3,
    name: '陈太太',
    birthday: '',
  });
});

test('a region goes with its code, whichever of them differs', () => {
  expect(savedOf({ ...base.values, city: '44', province: '广东省' }, base)).toMatchObject({
    city: '44',
    province: '广东省',
  });
});

test('of a new one the token stands for a number that may not be seen, and empty fields are left out', () => {
  const known = { phone: '138****2217', dial: 'tok', name: '陈', company: '', tags: '', logid: '9' };
  const values = { ...valuesOf(null, known), cateType: '1' };
  expect(savedOf(values, { customer: null, known, logid: '9', values })).toEqual({
    phone: 'tok',
    name: '陈',
    cateType: '1',
    logid: '9',
  });
});

test('two who changed different fields conflict in none; the same field to another word is one', () => {
  const mine = { ...base.values, name: '陈太太', company: '启明' };
  const theirs = { ...base.values, name: '陈老师', remark: '周六' };
  expect(changedFields(base.values, theirs)).toEqual(['name', 'remark']);
  expect(conflictsOf(base.values, mine, theirs)).toEqual(['name']);
  expect(joined(base.values, mine, theirs)).toMatchObject({ name: '陈太太', company: '启明', remark: '周六' });
});

test('tags stay within their length together', () => {
  expect(withTag('a,b', 'b')).toBe('a,b');
  expect(withTag('a', 'b')).toBe('a,b');
  expect(withTag('x'.repeat(49), 'y')).toBe(null);
});
