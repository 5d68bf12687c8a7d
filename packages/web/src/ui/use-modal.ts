import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusFirstField } from './first-field.ts';

/**
 * For the browser's own modal dialog: open while its page is seen. Everything beside a modal dialog is inert, a hidden
 * one's page too, so in a tab that is left it must not stay open; coming back opens it again with what was typed. The
 * browser would begin at its first button, the way out: what is typed into goes before that. Closed while it is still in
 * the page, it gives the focus back to where it was.
 */
export const useModal = (): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    focusFirstField(current);
    return () => current?.close();
  }, []);
  return dialog;
};
