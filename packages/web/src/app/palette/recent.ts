import type { Offer, OfferKind } from './offers.ts';

/**
 * What somebody went to from the palette, the last first; an account's own, in this browser. Calls are not kept: a phone
 * stays in no browser.
 */
interface Recent {
  readonly key: string;
  readonly kind: OfferKind;
  readonly label: string;
  readonly hint: string;
  readonly href: string | undefined;
}

const mostKept = 8;
const keyOf = (who: string) => `lx.recent.${who}`;
const unkept: readonly OfferKind[] = ['calls', 'tabs'];

const isRecent = (each: unknown): each is Recent => {
  const { key, kind, label, hint, href } = (each ?? {}) as Partial<Recent>;
  return (
    [key, kind, label, hint].every(text => typeof text === 'string') &&
    (href === undefined || (typeof href === 'string' && /^\/(?!\/)/.test(href)))
  );
};

export const recentOf = (who: string): readonly Recent[] => {
  try {
    const there: unknown = JSON.parse(localStorage.getItem(keyOf(who)) ?? '[]');
    return Array.isArray(there) ? there.filter(isRecent).slice(0, mostKept) : [];
  } catch {
    return [];
  }
};

export const noteRecent = (who: string, { key, kind, label, hint, href }: Offer): void => {
  if (unkept.includes(kind)) return;
  const before = recentOf(who);
  // One that is gone to again keeps the group it was found in.
  const now = before.find(each => each.key === key) ?? { key, kind, label, hint, href };
  const list = [now, ...before.filter(each => each.key !== key)];
  try {
    localStorage.setItem(keyOf(who), JSON.stringify(list.slice(0, mostKept)));
  } catch {
    // Full or forbidden: nothing is remembered.
  }
};
