import type { HouseDb } from '../../platform/db/index.ts';

export const findBranding = async (db: HouseDb, host: string): Promise<Record<string, unknown>> => {
  const row = await db
    .selectFrom('branding')
    .select('page_info')
    .where('host', '=', host.toLowerCase())
    .executeTakeFirst();
  return row?.page_info ?? {};
};
