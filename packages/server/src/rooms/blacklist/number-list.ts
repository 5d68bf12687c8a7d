/** A list of numbers: whose, and which. What they have in common is in `entries.store.ts`. */
export type NumberList =
  /** Never called by the merchant, or by one of its tasks. */
  | { readonly of: 'blacklist'; readonly merchantId: string; readonly taskId: string | null }
  /** No cap holds them back. */
  | { readonly of: 'whitelist'; readonly merchantId: string }
  /** Never called by any merchant, or by none of a trade; `merchantId` is that of the platform's people who keep it. */
  | { readonly of: 'shared'; readonly merchantId: string; readonly tradeId: string | null };

/** What is put on a list. */
export interface NewEntry {
  readonly phone: string;
  readonly reason: string;
  /** Its last day in the zone of who puts it there, `2026-03-09`; null: for ever. */
  readonly until: string | null;
}
