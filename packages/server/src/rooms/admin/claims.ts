import type { InputOf, OutputOf, platformEndpoints } from '@lianxian/contract';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
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
} from '../caller-ids/index.ts';

const at = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** Numbers that more than one merchant wants to be called by. */
export const claimsPage = async (unscopedDb: UnscopedDb): Promise<OutputOf<typeof platformEndpoints.claims>> => ({
  list: (await contestedClaims(unscopedDb)).map(({ since, isProven, isHeld, awarded, lineId: _, ...claim }) => ({
    ...claim,
    since: at(since),
    proven: isProven,
    held: isHeld,
    awardedAt: awarded === null ? null : at(awarded),
  })),
});

interface Awarded {
  /** The line that has the number's calls now. */
  readonly lineId: string;
  readonly number: string;
  /** Whom it was decided against: one claim of each merchant that wants it from the same carrier. Empty: it was so already. */
  readonly lost: readonly NumberClaim[];
  /** It was decided otherwise before, or not at all. */
  readonly isNew: boolean;
}

/** The platform's word on a number; both who gives it and whose number it is have it in their audit. */
export const award = async (
  unscopedDb: UnscopedDb,
  { merchantId, id }: InputOf<typeof platformEndpoints.awardNumber>,
  context: SignedInContext,
  addressesOf: AddressesOf,
): Promise<Awarded> => {
  const { claim, rivals, isNew } = await inTransaction(unscopedDb, async tx => {
    const claim = await findClaim(tx, merchantId, id);
    if (claim === undefined) throw refuse('notFound', { what: 'number' });
    const claims = await claimsOf(tx, [claim.core]);
    const rivals = claims.filter(other => other.merchantId !== merchantId);
    const isNew = claim.awarded === null || claims[0]?.id !== claim.id;
    await awardClaim(tx, merchantId, id);
    const entry = { action: 'line.number.award', target: id, name: claim.number } as const;
    const after = { lineId: claim.lineId, number: claim.number };
    const own = merchantDb(tx, context.session.merchantId);
    await recordAudit(own, { ...entry, after, aboutMerchantId: merchantId }, auditBy(context));
    return { claim, rivals, isNew };
  });
  const { lineId, number } = claim;
  if (!isNew) return { lineId, number, isNew, lost: [] };
  const lost = new Map((await atCarrierOf(claim, rivals, addressesOf)).map(other => [other.merchantId, other]));
  return { lineId, number, isNew, lost: [...lost.values()] };
};
