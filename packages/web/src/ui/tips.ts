/**
 * The browser's own hint for what cannot be read where it stands: a button that is a picture says its name, and a text
 * that is cut says all of itself. One listener for the whole page, so that no part has to think of it. What carries a
 * `title` of its own keeps it; ours goes when the pointer does, for names and texts change.
 */
const nameOfPicture = (part: Element): string | null => {
  if (!part.matches('button, a') || part.querySelector('svg') === null) return null;
  const words = part.textContent?.trim() ?? '';
  if (words === '') return part.getAttribute('aria-label');
  // In a narrow place its words are there, but not to be seen.
  return getComputedStyle(part).fontSize === '0px' ? words : null;
};

/** Some text is cut off with an ellipsis. */
const isCut = (part: Element): boolean =>
  part.scrollWidth > part.clientWidth && getComputedStyle(part).textOverflow === 'ellipsis';

/** How far up from what the pointer meets: an icon within its button, a word within its cell. */
const steps = 4;

const tipFor = (met: Element): readonly [Element, string] | null => {
  let part: Element | null = met;
  for (let step = 0; part && step < steps; step += 1, part = part.parentElement) {
    if (part.hasAttribute('title')) return null;
    const name = nameOfPicture(part);
    if (name) return [part, name];
    if (isCut(part)) return [part, part.textContent?.trim() ?? ''];
  }
  return null;
};

export const startTips = (): void => {
  let shown: Element | null = null;
  document.addEventListener(
    'pointerover',
    ({ target }) => {
      if (!(target instanceof Element) || shown?.contains(target)) return;
      shown?.removeAttribute('title');
      const tip = tipFor(target);
      shown = tip?.[0] ?? null;
      if (tip) tip[0].setAttribute('title', tip[1]);
    },
    { passive: true },
  );
};
