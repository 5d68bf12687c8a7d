import type { ProviderSettings } from '@lianxian/contract';
import type { SmsTemplate } from '@lianxian/core';

/** What a provider that reviews templates by call is to who hands them in: adapters (server/src/carriers) speak it. */
interface ToReview extends SmsTemplate {
  readonly name: string;
}

export type Submitted =
  /** It is in review, under this name. */
  | { readonly type: 'taken'; readonly code: string }
  | { readonly type: 'refused'; readonly because: string }
  /** It was not taken, that is sure. */
  | { readonly type: 'failed'; readonly because: string }
  /** Nobody knows whether it was taken. */
  | { readonly type: 'lost'; readonly because: string };

export type Reviewed =
  | { readonly type: 'usable' }
  | { readonly type: 'refused'; readonly because: string }
  /** Not decided yet, or what it says was not had. */
  | { readonly type: 'pending'; readonly because: string };

interface Reviewer {
  /** Neither rejects, and neither takes longer than 15 seconds. */
  readonly submit: (template: ToReview, signal: AbortSignal) => Promise<Submitted>;
  readonly ask: (code: string, signal: AbortSignal) => Promise<Reviewed>;
}

/** null: it reviews nothing by call. */
export type OpenReviewer = (settings: ProviderSettings, secret: string) => Reviewer | null;
