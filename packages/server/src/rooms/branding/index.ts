import { builtInBranding, type OutputOf, userEndpoints } from '@lianxian/contract';
import type { HouseDb } from '../../platform/db/index.ts';
import { bind, type Front } from '../../platform/http/index.ts';
import { findBranding } from './branding.store.ts';

export type PageInfo = OutputOf<typeof userEndpoints.pageInfo>;

/** Branding of a host name; fields a reseller left out are the built-in ones. */
export const pageInfoOf = async (db: HouseDb, host: string): Promise<PageInfo> => ({
  ...builtInBranding,
  ...(await findBranding(db, host)),
});

export const bindBranding = (front: Front, db: HouseDb): void => {
  bind(front, userEndpoints.pageInfo, (_input, { host }) => pageInfoOf(db, host));
};
