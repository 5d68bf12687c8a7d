import type { OutputOf, statEndpoints } from '@lianxian/contract';
import { maskNumbers, maskPhone, mayBeChance } from '@lianxian/core';
import type { countValues, crossValues, ListedAnswer } from './answers.store.ts';

type Collected = OutputOf<typeof statEndpoints.collection>;
type Counted = Awaited<ReturnType<typeof countValues>>;

/** Who sees no whole numbers sees none that somebody said. */
const shown = (text: string, seesPhones: boolean): string => (seesPhones ? text : maskNumbers(text));

export const collectionView = (counted: Counted, seesPhones: boolean): Collected => {
  const values = counted.values ?? [];
  const list = values.map(({ value, now, before }) => ({
    value: shown(value, seesPhones),
    now,
    before,
    chance: mayBeChance({ hits: now, of: counted.calls }, { hits: before, of: counted.callsBefore }),
  }));
  const sum = (of: 'now' | 'before') => values.reduce((all, each) => all + each[of], 0);
  return {
    answered: { now: counted.calls, before: counted.callsBefore },
    list,
    rest: { now: counted.now - sum('now'), before: counted.before - sum('before') },
  };
};

export const crossView = (
  rows: Awaited<ReturnType<typeof crossValues>>,
  seesPhones: boolean,
): OutputOf<typeof statEndpoints.cross> => {
  const inOrder = (name: 'row' | 'column') => {
    const place = name === 'row' ? 'rowPlace' : 'columnPlace';
    const all = new Map(rows.map(each => [each[name], each[place]]));
    return [...all].toSorted(([, a], [, b]) => a - b).map(([value]) => shown(value, seesPhones));
  };
  return {
    rows: inOrder('row'),
    columns: inOrder('column'),
    cells: rows.map(({ row, column, n }) => ({ row: shown(row, seesPhones), column: shown(column, seesPhones), n })),
  };
};

export const answerView = (
  answer: ListedAnswer,
  seesPhones: boolean,
): OutputOf<typeof statEndpoints.answers>['list'][number] => {
  const { callId, n, phone, calleeName, placedAt, planName, level, question, value, by, seatName } = answer;
  return {
    ...{ callId, n, calleeName, planName, level, question, by },
    phone: seesPhones ? phone : maskPhone(phone),
    placedAt: placedAt.toISOString(),
    value: shown(value, seesPhones),
    byName: by === 'seat' ? (seatName ?? '') : '',
  };
};

const LEAST_CHARS = 2;

/** Words that hold something, each counted once an answer. */
export const wordsView = (
  values: readonly { readonly words: readonly string[]; readonly n: number }[],
  most: number,
): readonly { readonly word: string; readonly n: number }[] => {
  const counts = new Map<string, number>();
  for (const { words, n } of values)
    for (const word of new Set(words))
      if ([...word].length >= LEAST_CHARS && /^[\p{L}\p{N}]+$/u.test(word) && !/^\d+$/.test(word))
        counts.set(word, (counts.get(word) ?? 0) + n);
  return [...counts]
    .map(([word, n]) => ({ word, n }))
    .toSorted((a, b) => b.n - a.n || (a.word < b.word ? -1 : 1))
    .slice(0, most);
};
