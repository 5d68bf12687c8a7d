import type { UnscopedDb } from '../../platform/db/index.ts';
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
  db: UnscopedDb,
  merchantId: string,
  cores: readonly string[],
  addressesOf: AddressesOf,
): Promise<readonly NumberClaim[]> => {
  const claims = await claimsOf(db, cores);
  // They come in their order: before a claim stand those that come before it.
  const pairs = claims.flatMap((mine, place) =>
    mine.merchantId === merchantId
      ? claims.slice(0, place).flatMap(other => (isRival(other, mine) ? [[mine, other] as const] : []))
      : [],
  );
  const isSameCarrier = await carriersOf(pairs, addressesOf);
  return [...new Set(pairs.filter(([mine, other]) => isSameCarrier(mine, other)).map(([mine]) => mine))];
};

/** Of these claims, those that are at the carrier of `claim`. */
export const atCarrierOf = async <C extends NumberClaim>(
  claim: NumberClaim,
  others: readonly C[],
  addressesOf: AddressesOf,
): Promise<readonly C[]> => {
  const isSameCarrier = await carriersOf(
    others.map(other => [claim, other] as const),
    addressesOf,
  );
  return others.filter(other => isSameCarrier(claim, other));
};

const isRival = (other: NumberClaim, mine: NumberClaim): boolean =>
  other.merchantId !== mine.merchantId && other.core === mine.core;

/** Lines of one carrier are told by where they are: only those are looked up that are written differently. */
const carriersOf = async (
  pairs: readonly (readonly [NumberClaim, NumberClaim])[],
  addressesOf: AddressesOf,
): Promise<(one: NumberClaim, other: NumberClaim) => boolean> => {
  const unlike = pairs.filter(([one, other]) => one.address !== other.address);
  const addresses = [...new Set(unlike.flat().map(({ address }) => address))].slice(0, MOST_HOSTS);
  const hosts = new Map(
    await Promise.all(addresses.map(async address => [address, await addressesOf(address)] as const)),
  );
  return (one, other) =>
    one.address === other.address ||
    (hosts.get(one.address) ?? []).some(address => hosts.get(other.address)?.includes(address));
};
