import type { CustomerWords, SomeCustomerWords } from '@lianxian/contract';

interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

type ImportMode = 'add' | 'update' | 'fill';

/** What a sheet's words change of a customer that is there: all that differ, those where nothing stands, none. An empty cell says nothing. */
export const changesOf = (mode: ImportMode, now: CustomerWords, given: SomeCustomerWords): readonly FieldChange[] => {
  if (mode === 'add') return [];
  return Object.entries(given).flatMap(([field, after]) => {
    const before = now[field as keyof CustomerWords];
    if (after === '' || after === before || (mode === 'fill' && before !== '')) return [];
    return [{ field, before, after }];
  });
};
