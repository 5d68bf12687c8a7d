import { useState } from 'react';

interface Chosen<Row> {
  readonly of: string;
  readonly rows: ReadonlyMap<string, Row>;
  /** All that the filter finds, whatever is on the page. */
  readonly all: boolean;
}

interface ChosenWish<Row extends { readonly id: string }> {
  /** Of the page. */
  readonly rows: readonly Row[] | undefined;
  /** Another filter begins with none. */
  readonly filter: string;
  /** One by one they are named to the server: so many at most. */
  readonly most: number;
  readonly onMost: () => void;
}

/** Chosen rows of any page, or all that match. */
export const useChosenRows = <Row extends { readonly id: string }>(wish: ChosenWish<Row>) => {
  const { filter, most, onMost } = wish;
  const [chosen, setChosen] = useState<Chosen<Row>>({ of: '', rows: new Map(), all: false });
  const kept: Chosen<Row> = chosen.of === filter ? chosen : { of: filter, rows: new Map(), all: false };
  const here = new Map(wish.rows?.map(row => [row.id, row]));
  const choose = (keys: ReadonlySet<string>) => {
    if (keys.size > most) return onMost();
    const known = [...keys].flatMap(key => {
      const row = here.get(key) ?? kept.rows.get(key);
      return row ? [[key, row] as const] : [];
    });
    setChosen({ of: filter, rows: new Map(known), all: false });
  };
  return {
    keys: new Set(kept.all ? here.keys() : kept.rows.keys()),
    rows: [...kept.rows.values()],
    all: kept.all,
    /** All of the page are chosen: the others that match are offered. */
    pageFull: !kept.all && here.size > 0 && [...here.keys()].every(key => kept.rows.has(key)),
    choose,
    chooseAll: () => setChosen({ of: filter, rows: new Map(), all: true }),
  };
};
export type ChosenRows<Row extends { readonly id: string }> = ReturnType<typeof useChosenRows<Row>>;
