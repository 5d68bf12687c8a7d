import { expect, test } from 'vitest';
import { idOf, wantedOf } from './dial.policy.ts';

test.each([
  ['13800138000', { type: 'number', text: '13800138000' }],
  ['+8613800138000', { type: 'number', text: '+8613800138000' }],
  ['010 8888-0000', { type: 'number', text: '010 8888-0000' }],
  ['8001', { type: 'extension', extension: 8001, text: '8001' }],
  ['80012', { type: 'extension', extension: 80012, text: '80012' }],
  // As a Chinese keyboard, an address book and a web page write it.
  ['１５４０００００００１', { type: 'number', text: '１５４０００００００１' }],
  ['154.0000.0001', { type: 'number', text: '154.0000.0001' }],
  ['\u202d15400000001\u202c', { type: 'number', text: '\u202d15400000001\u202c' }],
  ['154‑0000‑0001', { type: 'number', text: '154‑0000‑0001' }],
  ['８００１', { type: 'extension', extension: 8001, text: '８００１' }],
  ['1380013800138001', { type: 'number', text: '1380013800138001' }],
  // An emergency number is a number, whoever has it for an extension: it is refused as one.
  ['110', { type: 'number', text: '110' }],
  ['t1-AbC_d', { type: 'token', token: 't1-AbC_d' }],
  ['', null],
  ['电话：13800138000', null],
  ['x'.repeat(401), null],
])('a seat that dials %s wants %j', (user, wanted) => {
  expect(wantedOf(user)).toEqual(wanted);
});

test.each([
  ['42', '42'],
  [' 42 ', '42'],
  [null, null],
  ['0', null],
  ['1; drop table call', null],
  ['9'.repeat(19), null],
])('the header %j names %j', (header, id) => {
  expect(idOf(header)).toBe(id);
});
