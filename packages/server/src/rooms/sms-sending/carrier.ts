import type { ProviderSettings } from '@lianxian/contract';

/** What a provider is to who sends: adapters (server/src/carriers) speak it. */
export interface Outgoing {
  readonly id: string;
  readonly phone: string;
  /** With signature and way out, and as it is cut. */
  readonly text: string;
  readonly parts: readonly string[];
  readonly signature: string;
  readonly body: string;
  /** The provider's own name of the template; '' none. */
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
}

export type Handed =
  /** By these numbers reports come, one a part or one for all. */
  | { readonly type: 'accepted'; readonly refs: readonly string[]; readonly delivered?: true }
  /** It was not taken, that is sure; another provider may, or this one later. */
  | { readonly type: 'again'; readonly because: string }
  | { readonly type: 'rejected'; readonly because: string }
  /** Nobody knows whether it was taken; of what was, the numbers. */
  | { readonly type: 'lost'; readonly because: string; readonly refs?: readonly string[] };

export interface Report {
  readonly ref: string;
  readonly delivered: boolean;
  readonly code: string;
}
export interface Reply {
  /** '' : it has no number of its own. */
  readonly ref: string;
  readonly phone: string;
  readonly text: string;
  /** Of a long one that comes in parts: which of how many, and their common number. */
  readonly part?: { readonly number: number; readonly of: number; readonly at: number };
}

export interface Carrier {
  /** Never rejects, and takes no longer than the carrier's limit. */
  readonly send: (message: Outgoing, signal: AbortSignal) => Promise<Handed>;
  readonly close: () => Promise<void>;
}

/** What carriers tell by themselves; resolves when it is kept. */
export interface CarrierNews {
  readonly reports: (reports: readonly Report[]) => Promise<void>;
  readonly replies: (replies: readonly Reply[]) => Promise<void>;
}

interface CarrierToOpen {
  readonly merchantId: string;
  readonly id: string;
  readonly settings: ProviderSettings;
  readonly secret: string;
}
export type OpenCarrier = (provider: CarrierToOpen, news: CarrierNews) => Carrier;
