import { useEffect, useEffectEvent } from 'react';
import { isTyping, keys, presses } from '../ui/keys.ts';

const dialog = 'dialog:modal, [role="dialog"][aria-modal="true"], [role="menu"]';

interface Wishes {
  /** The option with this number. */
  readonly onOption: (n: number) => void;
  readonly onSubmit: () => void;
  readonly onMinimise: () => void;
}

/**
 * 1 to 9 choose an option, Ctrl Enter submits, Esc puts the console away (docs/look.md#keyboard). None while one types but to submit, nor while one
 * answers a dialog. It listens behind the document, where what lies nearer takes its keys first.
 */
export const useConsoleKeys = (on: boolean, { onOption, onSubmit, onMinimise }: Wishes): void => {
  const take = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || document.querySelector(dialog)) return;
    if (presses(event, keys.console.submit)) onSubmit();
    else if (isTyping(event)) return;
    else if (presses(event, keys.console.option)) onOption(Number(event.key));
    else if (presses(event, keys.console.minimise)) onMinimise();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    if (!on) return;
    window.addEventListener('keydown', take);
    return () => window.removeEventListener('keydown', take);
  }, [on]);
};
