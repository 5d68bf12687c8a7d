import { expect, test } from 'vitest';
import { askedOf, readFilter, writeFilter } from './filter.ts';

const now = new Date('2026-11-30T10:00:00+08:00');
const asked = (query: string) => askedOf(readFilter(new URLSearchParams(query)), now);

test.each([
  ['view=pool', { view: 'pool' }],
  ['q=陈', { view: 'all', q: '陈' }],
  ['phone=138&name=陈&company=启明', { view: 'all', phone: '138', name: '陈', company: '启明' }],
  ['type=-1,9,5', { view: 'all', cateTypes: [-1, 9] }],
  ['tag=三年级,周六&owner=3,x', { view: 'all', tags: ['三年级', '周六'], ownerIds: ['3'] }],
  ['region=44,4401,1&operator=移动,火星', { view: 'all', regions: ['44', '4401'], operators: ['移动'] }],
  ['called=never', { view: 'all', neverCalled: '1' }],
  ['called=7d', { view: 'all', calledFrom: '2026-11-24', calledTo: '2026-11-30' }],
  ['level=A,B', { view: 'all', levels: ['A', 'B'] }],
  ['next=late', { view: 'all', nextTo: '2026-11-29' }],
  ['next=today', { view: 'all', nextFrom: '2026-11-30', nextTo: '2026-11-30' }],
  ['next=week', { view: 'all', nextFrom: '2026-11-30', nextTo: '2026-12-06' }],
  ['next=2026-12-01~2026-12-03', { view: 'all', nextFrom: '2026-12-01', nextTo: '2026-12-03' }],
  [
    'parameters=4:1~5;1:北;5:~9',
    {
      view: 'all',
      parameters: { parameter1: { begins: '北' }, parameter4: { from: '1', to: '5' }, parameter5: { to: '9' } },
    },
  ],
  ['task=12', { view: 'all', taskId: '12' }],
])('%s asks for what it says', (query, wanted) => {
  expect(asked(query)).toEqual(wanted);
});

test('an address and its filter are the same', () => {
  const query = 'view=mine&type=2&tag=a,b&called=30d&next=week&parameters=1:北;4:1~5&task=12';
  expect(decodeURIComponent(new URLSearchParams(writeFilter(readFilter(new URLSearchParams(query)))).toString())).toBe(
    query,
  );
});

test('what nobody can read stays in the address and is said', () => {
  const filter = readFilter(new URLSearchParams('type=5&next=bald&parameters=99:x'));
  expect(filter.unread).toEqual({ types: '5', next: 'bald', parameters: '99:x' });
  expect(writeFilter(filter)).toEqual({ type: '5', next: 'bald', parameters: '99:x' });
});
