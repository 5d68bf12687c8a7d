import { planFillEndpoints } from '@lianxian/contract';
import { refuse } from '../../platform/http/index.ts';
import type { Fill } from './fills.store.ts';

const portable = planFillEndpoints.save.input.shape.fills;

/** Which answers fill which fields, in what a package holds as such; a field is filled by one question. @throws planFileBad */
export const readFillsOf = (given: unknown): readonly Fill[] => {
  const { success, data } = portable.safeParse(given);
  if (!success || new Set(data.map(({ field }) => field)).size < data.length) throw refuse('planFileBad');
  return data;
};
