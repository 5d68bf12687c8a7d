import { namedBy } from '@lianxian/core';
import { type Offer, placeOf } from './offer.ts';
import { syllablesOf } from './syllables.ts';

const perKind = 6;

const heard = (text: string) => ({ text, syllables: syllablesOf(text) });

/** A place has one row, the first. */
export const once = (offers: readonly Offer[]): readonly Offer[] => {
  const firsts = new Map<string, Offer>();
  for (const offer of offers) if (!firsts.has(placeOf(offer))) firsts.set(placeOf(offer), offer);
  return [...firsts.values()];
};

/** What was gone to lately stands before what fits as well. */
const byPlace = (lately: readonly string[]) => {
  const since = (offer: Offer) => (lately.includes(placeOf(offer)) ? lately.indexOf(placeOf(offer)) : lately.length);
  return (one: { offer: Offer; place: number }, other: { offer: Offer; place: number }) =>
    one.place - other.place || since(one.offer) - since(other.offer);
};

/** Typed in characters of the other way of writing, or in others of the same sound; '' where one of them is in no name here. */
const soundOf = (wish: string): string => {
  const syllables = syllablesOf(wish.replaceAll(/\s/g, ''));
  return syllables.includes('') ? '' : syllables.join('');
};
/** By its sound a wish fits worse than by how it is written. */
const bySound = 10;

const placeFor = (wish: string, sound: string, { label, also }: Offer): number | null => {
  const name = { name: heard(label), also: heard(also) };
  const written = namedBy(wish, name);
  if (written !== null || sound === '') return written;
  const place = namedBy(sound, name);
  return place === null ? null : place + bySound;
};

/** What fits the wish, best first within its kind, at most six of a kind; without a wish all come in their order. */
export const fitting = (wish: string, offers: readonly Offer[], lately: readonly string[] = []): readonly Offer[] => {
  if (wish.trim() === '') return offers;
  const sound = soundOf(wish);
  return offers
    .flatMap(offer => {
      const place = placeFor(wish, sound, offer);
      return place === null ? [] : [{ offer, place }];
    })
    .toSorted(byPlace(lately))
    .map(({ offer }) => offer)
    .slice(0, perKind);
};

const fewestFigures = 3;
const mostFigures = 12;
/** The figures of a wish that looks for a phone, null when it does not look like one. */
export const figuresOf = (wish: string): string | null => {
  const figures = wish.replaceAll(/[\s-]/g, '');
  return /^\d+$/.test(figures) && figures.length >= fewestFigures && figures.length <= mostFigures ? figures : null;
};
