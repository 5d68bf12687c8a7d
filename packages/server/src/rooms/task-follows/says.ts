import { customersFilterText, type Language } from '@lianxian/contract';
import { regionName } from '@lianxian/core/regions';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { FollowedFilter } from './follows.store.ts';
import { namesOf } from './follows.store.ts';

/** The filter in words; which number it looks for is for those who see numbers. */
export const saysOf = async (
  db: MerchantDb,
  filter: FollowedFilter,
  { language, seesPhones }: { readonly language: Language; readonly seesPhones: boolean },
): Promise<string> => {
  const { phone, q, ownerIds, regions, taskId, ...plain } = filter;
  const { owners, task } = await namesOf(db, ownerIds ?? [], taskId ?? null);
  const named = {
    ...plain,
    ...(seesPhones ? { phone, q } : { phone: phone && '***', q: q && '***' }),
    owners,
    regions: regions?.map(code => regionName(code) ?? code),
    task: task ?? undefined,
  };
  return customersFilterText(named, language);
};
