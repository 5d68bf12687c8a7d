/**
 * Where one was on the way to when the login came in between: a link from a colleague, a page whose sign-in had run out. Kept
 * for this browser tab alone, and gone once it was gone to.
 */
const key = 'lx.next';

/** Never another site's: what stands there is a place of ours or nothing. */
const isOurs = (place: string): boolean => {
  const url = URL.parse(place, location.origin);
  return url !== null && place.startsWith('/') && url.origin === location.origin;
};

/** What says that one came to nothing is no place to go to. */
const nowhere = /^\/(?:401|500)\b/;

export const keepNext = (place: string): void => {
  if (!nowhere.test(place)) sessionStorage.setItem(key, place);
};

/** The place to go to after signing in; null: home. */
export const takeNext = (): string | null => {
  const place = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return place !== null && isOurs(place) ? place : null;
};
