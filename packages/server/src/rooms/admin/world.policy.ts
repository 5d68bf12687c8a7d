import type { Noun } from '@lianxian/contract';
import type { MerchantKind, RoleCode } from '@lianxian/core';

/** Who looks: of a session. */
interface Keeper {
  readonly roleCode: RoleCode;
  readonly merchantId: string;
}

/** Whose merchants somebody looks after: each level sees its own world only (docs/rights.md#levels). */
export interface World {
  readonly kind: Extract<MerchantKind, 'merchant' | 'reseller'>;
  /** Of this reseller alone; null: of all and of none. */
  readonly resellerId: string | null;
}

/** The platform's people see every merchant, a reseller's its own. Who else asks has been refused by the endpoint's right. */
export const merchantsOf = ({ roleCode, merchantId }: Keeper): World => ({
  kind: 'merchant',
  resellerId: roleCode === 'admin' ? null : merchantId,
});

/** Only the platform's people get here. */
export const resellers: World = { kind: 'reseller', resellerId: null };

/** Everybody whose lines and money one may see: the platform's people those of resellers as well. */
export const worldsOf = (session: Keeper): readonly World[] =>
  session.roleCode === 'admin' ? [merchantsOf(session), resellers] : [merchantsOf(session)];

/** What a refusal calls them. */
export const nounOf = ({ kind }: World): Noun => kind;
