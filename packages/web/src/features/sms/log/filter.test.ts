import { expect, test } from 'vitest';
import { askedOf, everything, narrows, readFilter, writeFilter } from './filter.ts';

const now = new Date('2026-11-30T09:00:00Z');
const address = (text: string) => readFilter(new URLSearchParams(text));

test('what the address says is asked, and said again in the same words', () => {
  const text = 'states=failed unknown&template=12&source=batch&replied=1&batch=7&phone=138&time=2026-11-29~2026-11-30';
  const filter = address(text);
  expect(askedOf(filter, now)).toEqual({
    from: '2026-11-29T00:00:00+08:00',
    to: '2026-12-01T00:00:00+08:00',
    phone: '138',
    states: ['failed', 'unknown'],
    templateId: '12',
    source: 'batch',
    replied: '1',
    batchId: '7',
  });
  const said = Object.entries(writeFilter(filter)).flatMap(([name, value]) => (value ? [[name, value]] : []));
  expect(address(new URLSearchParams(said).toString())).toEqual(filter);
});

test('what makes no sense narrows nothing', () => {
  const filter = address('states=lost&template=abc&source=fax&kind=spam&replied=yes&batch=-1&time=soon');
  expect(filter).toEqual(everything);
  expect(narrows(filter)).toBe(false);
  expect(askedOf(filter, now)).toEqual({});
});
