import type { endpoints, OutputOf, TableLook } from '@lianxian/contract';
import type { z } from 'zod';

type Settings = OutputOf<typeof endpoints.table.settings>;
type Wish = z.output<typeof endpoints.table.saveView.input>;

export interface FakeTablesStart {
  /** What the person signed in chose for a table before, by its name. */
  readonly tables?: Readonly<Record<string, Settings>>;
}

/** What people choose for their tables; a removed view is found by its id in whichever table it is. */
export const createFakeTables = ({ tables = {} }: FakeTablesStart) => {
  const kept = new Map<string, Settings>(Object.entries(tables));
  let nextId = 50;
  const of = (table: string): Settings => kept.get(table) ?? { look: null, views: [] };
  return {
    'table/settings': ({ table }: { table: string }) => of(table),
    'table/saveLook': ({ table, look }: { table: string; look: TableLook }) => {
      kept.set(table, { ...of(table), look });
      return {};
    },
    'table/saveView': ({ table, id, ...view }: Wish) => {
      const saved = { ...view, id: id ?? String(nextId++) };
      const others = of(table).views.map(each => (view.isDefault ? { ...each, isDefault: false } : each));
      const views = others.some(each => each.id === id)
        ? others.map(each => (each.id === id ? saved : each))
        : [...others, saved];
      kept.set(table, { ...of(table), views });
      return { id: saved.id };
    },
    'table/removeView': ({ id }: { id: string }) => {
      for (const [table, settings] of kept)
        kept.set(table, { ...settings, views: settings.views.filter(each => each.id !== id) });
      return {};
    },
  };
};
