import { use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { changesOf, fitting, forgetTyped, isSecret, keepTyped, keptTyped } from './kept.ts';
import { InPane, useUnsaved } from './unsaved.ts';

interface KeptWish<V extends object> {
  /** What it is about, in its pane: the same after a reload. */
  readonly subject: string;
  /** As it is saved. */
  readonly start: V;
  readonly values: V;
  readonly isChanged: boolean;
  readonly element: () => Element | null;
  readonly put: (part: Partial<V>) => void;
  readonly save: (() => Promise<boolean>) | null;
  /** Back to `start`. */
  readonly reset: () => void;
}

/**
 * Keeps what is typed in a form until it is saved or given up, and puts it back when the form is there again. What holds
 * secrets alone is of no worth once it is closed: nobody is asked about it.
 */
export const useKeptForm = <V extends object>(wish: KeptWish<V>): { readonly settle: () => void } => {
  const { start, values, isChanged, put } = wish;
  const form = `${use(InPane).id} ${wish.subject}`;
  const [isRestored, setRestored] = useState(false);
  const isAsked = isChanged && !Object.keys(start).every(isSecret);
  const forget = () => {
    forgetTyped(form);
    setRestored(false);
  };
  const settled = useUnsaved({
    isChanged: isAsked,
    isRestored,
    element: wish.element,
    save: wish.save,
    drop: () => {
      forget();
      wish.reset();
    },
  });
  const begun = useRef(false);
  useLayoutEffect(() => {
    // Shown again after another tab it holds what it held.
    if (begun.current) return;
    begun.current = true;
    const typed = fitting(start, keptTyped(form));
    const isOf = Object.keys(changesOf(start, { ...start, ...typed })).length > 0;
    if (isOf) put(typed);
    else forgetTyped(form);
    setRestored(isOf);
  }, [form, start, put]);
  const typed = isAsked ? JSON.stringify(changesOf(start, values)) : '';
  const was = useRef('');
  useEffect(() => {
    if (typed) keepTyped(form, JSON.parse(typed));
    else if (was.current) forgetTyped(form);
    was.current = typed;
  }, [form, typed]);
  return {
    settle: () => {
      forget();
      settled();
    },
  };
};
