import type { CallerPick } from './types.ts';

/** A number of a line that may call, as a claim finds it; in the order in which the numbers were added. */
export interface CallerNumber {
  readonly id: string;
  readonly number: string;
  readonly province: string;
  /** 「成都/资阳/眉山」 where an area code is shared. */
  readonly city: string;
  /** Calls it may still make today; null: no cap. */
  readonly left: number | null;
  /** Bigger: later; the one that called longest ago has the smallest. */
  readonly lastUsed: number;
}

/** Where the callee lives; '' for what nobody knows. */
export interface CalleePlace {
  readonly province: string;
  readonly city: string;
}

/**
 * Which number of a line makes a call (docs/lines.md#which-number-calls); null when none may any
 * more. Same city first: then the same province, then any; within a choice the one that called longest ago.
 * @param chance in [0, 1), for `random`.
 */
export const pickNumber = <N extends CallerNumber>(
  numbers: readonly N[],
  pick: CallerPick,
  callee: CalleePlace,
  chance: number,
): N | null => {
  const usable = numbers.filter(({ left }) => left === null || left > 0);
  switch (pick) {
    case 'fixed':
      return usable[0] ?? null;
    case 'random':
      return usable[Math.floor(chance * usable.length)] ?? null;
    case 'inTurn':
      return inTurn(usable);
    case 'sameCity':
      return inTurn(firstOf(usable.filter(isOfCity(callee)), usable.filter(isOfProvince(callee)), usable));
    case 'sameProvince':
      return inTurn(firstOf(usable.filter(isOfProvince(callee)), usable));
  }
};

const inTurn = <N extends CallerNumber>(numbers: readonly N[]): N | null =>
  numbers.reduce<N | null>(
    (first, number) => (first === null || number.lastUsed < first.lastUsed ? number : first),
    null,
  );

const firstOf = <N extends CallerNumber>(...choices: readonly (readonly N[])[]): readonly N[] =>
  choices.find(choice => choice.length > 0) ?? [];

const isOfProvince =
  ({ province }: CalleePlace) =>
  (number: CallerNumber): boolean =>
    province !== '' && number.province === province;

const isOfCity =
  (callee: CalleePlace) =>
  (number: CallerNumber): boolean => {
    const cities = number.city.split('/');
    return isOfProvince(callee)(number) && callee.city.split('/').some(city => city !== '' && cities.includes(city));
  };

/** The numbers after one of them has made a call: it is last in turn, and may make one less. */
export const afterCall = <N extends CallerNumber>(numbers: readonly N[], id: string, lastUsed: number): readonly N[] =>
  numbers.map(number =>
    number.id === id ? { ...number, lastUsed, left: number.left === null ? null : number.left - 1 } : number,
  );
