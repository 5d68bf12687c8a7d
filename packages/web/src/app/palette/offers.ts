import { namedBy } from '@lianxian/core';
import { syllablesOf } from './syllables.ts';

/** Groups of the list. */
export type OfferKind =
  | 'recent'
  | 'tabs'
  | 'pages'
  | 'settings'
  | 'tasks'
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
  readonly href?: string;
  readonly go: () => void;
}

const perKind = 6;

/** What was gone to lately stands before what fits as well. */
const byPlace = (lately: readonly string[]) => {
  const since = (key: string) => (lately.includes(key) ? lately.indexOf(key) : lately.length);
  return (one: { offer: Offer; place: number }, other: { offer: Offer; place: number }) =>
    one.place - other.place || since(one.offer.key) - since(other.offer.key);
};

/** What fits the wish, best first within its kind, at most six of a kind; without a wish all come in their order. */
export const fitting = (wish: string, offers: readonly Offer[], lately: readonly string[] = []): readonly Offer[] =>
  wish.trim() === ''
    ? offers
    : offers
        .flatMap(offer => {
          const place = namedBy(wish, { name: offer.label, also: offer.also, syllables: syllablesOf(offer.label) });
          return place === null ? [] : [{ offer, place }];
        })
        .toSorted(byPlace(lately))
        .map(({ offer }) => offer)
        .slice(0, perKind);

const fewestFigures = 3;
const mostFigures = 12;
/** The figures of a wish that looks for a phone, null when it does not look like one. */
export const figuresOf = (wish: string): string | null => {
  const figures = wish.replaceAll(/[\s-]/g, '');
  return /^\d+$/.test(figures) && figures.length >= fewestFigures && figures.length <= mostFigures ? figures : null;
};
