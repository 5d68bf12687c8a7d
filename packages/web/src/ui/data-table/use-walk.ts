import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { keys as bound, isTyping, presses } from '../keys.ts';

const isIn = (event: Event, selector: string) =>
  event.target instanceof Element && event.target.closest(selector) !== null;
/** The table walks by itself; what takes arrows of its own keeps them. In a line of text that a drawer began in they do nothing. */
const takesArrows = (event: Event) =>
  isIn(event, 'tr[data-key], [role="dialog"], [role="menu"]') ||
  (isTyping(event) && !isIn(event, '.drawer form input[type="text"]'));

/**
 * ↑ ↓ walk the rows while one of them is open beside, wherever the focus is. What has been changed in a form there is not
 * walked away from: the answer says so until another row is opened.
 */
export const useWalk = (
  keys: readonly string[],
  openKey: string | null | undefined,
  open: (key: string) => void,
): RefObject<boolean> => {
  const isTouched = useRef(false);
  const walk = useEffectEvent((event: KeyboardEvent) => {
    if (!presses(event, bound.drawer.walk) || event.defaultPrevented) return;
    const step = event.key === bound.drawer.walk[0] ? -1 : 1;
    if (isTouched.current || takesArrows(event)) return;
    const at = keys.indexOf(openKey ?? '');
    if (at < 0) return;
    event.preventDefault();
    const next = keys[at + step];
    if (next !== undefined) open(next);
  });
  useEffect(() => {
    if (!openKey) return;
    isTouched.current = false;
    const typed = (event: Event) => {
      isTouched.current ||= isIn(event, '.drawer form');
    };
    const pressed = (event: Event) => {
      isTouched.current ||= isIn(event, '.drawer form button');
    };
    document.addEventListener('keydown', walk);
    document.addEventListener('input', typed);
    document.addEventListener('click', pressed);
    return () => {
      document.removeEventListener('keydown', walk);
      document.removeEventListener('input', typed);
      document.removeEventListener('click', pressed);
    };
  }, [openKey]);
  return isTouched;
};
