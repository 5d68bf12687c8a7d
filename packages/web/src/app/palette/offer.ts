/** Groups of the list. */
export type OfferKind =
  | 'recent'
  | 'tabs'
  | 'pages'
  | 'settings'
  | 'tasks'
  | 'customers'
  | 'plans'
  | 'people'
  | 'accounts'
  | 'calls'
  | 'articles'
  | 'actions';

/** One thing the palette can do. */
export interface Offer {
  readonly key: string;
  readonly kind: OfferKind;
  readonly label: string;
  /** Where it belongs: a page's group, a task's plan, a call's time. */
  readonly hint: string;
  /** What it is found by beside its label: an address, other words for it. */
  readonly also: string;
  /** Keys that do the same, one after the other. */
  readonly keys?: readonly string[];
  /** Where it leads; what leads nowhere does something. */
  readonly href?: string | undefined;
  readonly go: () => void;
}

/** What makes it the same as another. */
export const placeOf = ({ href, key }: Pick<Offer, 'href' | 'key'>): string => href ?? key;
