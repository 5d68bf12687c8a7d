import type { HouseDb } from '../../platform/db/index.ts';
import { compareClaims } from './claims.policy.ts';
import { claimsOf, type NumberClaim } from './claims.store.ts';

/** Addresses of a line's host; empty when it cannot be found in time. */
export type AddressesOf = (address: string) => Promise<readonly string[]>;

/** Hosts that are looked up for one page, all at once; a stranger's many slow names cost nobody more than one limit. */
const MOST_HOSTS = 50;

/**
 * Of these claims of a merchant, those whose calls are another merchant's: the same number, at the same carrier, and before
 * it. Whose they are is nobody's business but the platform's.
 *
 * One statement, and a lookup of the hosts that are written differently, at the same time.
 */
export const takenClaims = async (
  db: HouseDb,
  merchantId: string,
  cores: readonly string[],
  addressesOf: AddressesOf,
): Promise<ReadonlySet<string>> => {
  const claims = await claimsOf(db, cores);
  const pairs = claims
    .filter(claim => claim.merchantId === merchantId)
    .flatMap(mine => claims.filter(other => isBefore(other, mine)).map(other => [mine, other] as const));
  const hosts = await hostsOf(
    pairs.filter(([mine, other]) => mine.address !== other.address),
    addressesOf,
  );
  const isSameCarrier = (one: NumberClaim, other: NumberClaim): boolean =>
    one.address === other.address ||
    (hosts.get(one.address) ?? []).some(address => hosts.get(other.address)?.includes(address));
  return new Set(pairs.filter(([mine, other]) => isSameCarrier(mine, other)).map(([mine]) => mine.id));
};

const isBefore = (other: NumberClaim, mine: NumberClaim): boolean =>
  other.merchantId !== mine.merchantId && other.core === mine.core && compareClaims(other, mine) < 0;

const hostsOf = async (
  pairs: readonly (readonly [NumberClaim, NumberClaim])[],
  addressesOf: AddressesOf,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const addresses = [...new Set(pairs.flat().map(({ address }) => address))].slice(0, MOST_HOSTS);
  return new Map(await Promise.all(addresses.map(async address => [address, await addressesOf(address)] as const)));
};
