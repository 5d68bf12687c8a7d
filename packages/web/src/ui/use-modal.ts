import { type RefObject, useEffect, useRef } from 'react';

/**
 * For the browser's own modal dialog: open while its page is seen. Everything beside a modal dialog is inert, a hidden
 * one's page too, so in a tab that is left it must not stay open; coming back opens it again with what was typed.
 */
export const useModal = (): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return dialog;
};
