import type { InputOf, OutputOf, platformEndpoints } from '@lianxian/contract';
import { type HouseDb, inTransaction, merchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import {
  type AddressesOf,
  atCarrierOf,
  awardClaim,
  claimsOf,
  contestedClaims,
  findClaim,
  type NumberClaim,
} from '../numbers/index.ts';

const at = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** Numbers that more than one merchant wants to be called by. */
export const claimsPage = async (houseDb: HouseDb): Promise<OutputOf<typeof platformEndpoints.claims>> => ({
  list: (await contestedClaims(houseDb)).map(({ since, isProven, isHeld, awarded, lineId: _, ...claim }) => ({
    ...claim,
    since: at(since),
    proven: isProven,
    held: isHeld,
    awardedAt: awarded === null ? null : at(awarded),
  })),
});

export interface Awarded {
  /** The line that has the number's calls now. */
  readonly lineId: string;
  /** Numbers of others that have them no longer, as far as they had them. */
  readonly lost: readonly NumberClaim[];
}

/** The platform's word on a number; both who gives it and whose number it is have it in their audit. */
export const award = async (
  houseDb: HouseDb,
  { merchantId, id }: InputOf<typeof platformEndpoints.awardNumber>,
  context: SignedInContext,
  addressesOf: AddressesOf,
): Promise<Awarded> => {
  const { claim, rivals } = await inTransaction(houseDb, async tx => {
    const claim = await findClaim(tx, merchantId, id);
    if (claim === undefined) throw refuse('notFound', { what: '号码' });
    const rivals = (await claimsOf(tx, [claim.core])).filter(other => other.merchantId !== merchantId);
    await awardClaim(tx, merchantId, id);
    const deed = { action: 'line.number.award', target: id, name: claim.number } as const;
    const after = { lineId: claim.lineId, number: claim.number };
    const own = merchantDb(tx, context.session.merchantId);
    await recordAudit(own, { ...deed, after, aboutMerchantId: merchantId }, auditBy(context));
    return { claim, rivals };
  });
  const settled = rivals.filter(({ isHeld, awarded }) => isHeld || awarded !== null);
  return { lineId: claim.lineId, lost: await atCarrierOf(claim, settled, addressesOf) };
};
