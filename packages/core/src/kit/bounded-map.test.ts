import { describe, expect, test } from 'vitest';
import { BoundedMap } from './index.ts';

describe('a map with a bound', () => {
  test('forgets first what was set longest ago; what is set again is new', () => {
    const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    expect([...map]).toEqual([
      ['a', 3],
      ['c', 4],
    ]);
    expect([map.size, map.weight]).toEqual([2, 2]);
  });

  test('being asked for counts where one says so', () => {
    const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2);
    expect([map.use('a'), map.get('b'), map.use('x')]).toEqual([1, 2, undefined]);
    expect([...map.set('c', 3).keys()]).toEqual(['a', 'c']);
  });

  test('holds so many bytes; one that is larger than all the room stays until the next comes', () => {
    const map = new BoundedMap<string, string>(5, text => text.length).set('a', 'xx').set('b', 'yyy');
    expect(map.weight).toBe(5);
    expect([...map.set('c', 'z').keys()]).toEqual(['b', 'c']);
    expect([...map.set('d', 'far too long').keys()]).toEqual(['d']);
    expect([...map.set('e', 'z').keys()]).toEqual(['e']);
    map.set('e', 'zz');
    expect([map.weight, map.delete('e'), map.delete('e'), map.weight]).toEqual([2, true, false, 0]);
  });

  test('is empty again after it was cleared', () => {
    const map = new BoundedMap<string, string>(3, text => text.length).set('a', 'xxx');
    map.clear();
    expect([map.size, map.weight, [...map.set('b', 'xxx').keys()]]).toEqual([0, 0, ['b']]);
  });
});
