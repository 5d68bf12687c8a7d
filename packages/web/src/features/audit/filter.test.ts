import { expect, test } from 'vitest';
import { askedOf, everything, readFilter, writeFilter } from './filter.ts';

test('a link of the audit narrows to the same rows for whoever opens it', () => {
  const filter = readFilter(new URLSearchParams('time=2026-11-03~2026-11-01&person=12&kind=line&ip=10.0.0.7&q=移动'));
  expect(filter).toEqual({
    time: { from: '2026-11-01', to: '2026-11-03' },
    person: '12',
    kind: 'line',
    target: '',
    ip: '10.0.0.7',
    q: '移动',
  });
  expect(writeFilter(filter)).toEqual({
    time: '2026-11-01~2026-11-03',
    person: '12',
    kind: 'line',
    ip: '10.0.0.7',
    q: '移动',
  });
  expect(askedOf(filter, new Date())).toEqual({
    from: '2026-11-01T00:00:00+08:00',
    to: '2026-11-04T00:00:00+08:00',
    employeeId: '12',
    kind: 'line',
    ip: '10.0.0.7',
    q: '移动',
  });
});

test('what makes no sense in the address narrows nothing', () => {
  expect(readFilter(new URLSearchParams('time=gestern&person=-1&kind=__proto__'))).toEqual(everything);
});

test('the last seven days are today and six before, by the clock of Shanghai', () => {
  const asked = askedOf({ ...everything, time: '7d' }, new Date('2026-11-20T17:00:00Z'));
  expect(asked).toEqual({ from: '2026-11-15T00:00:00+08:00', to: '2026-11-22T00:00:00+08:00' });
});
