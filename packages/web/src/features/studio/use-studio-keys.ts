import { useEffect, useEffectEvent } from 'react';
import { isTyping, keys, presses } from '../../ui/keys.ts';
import { useNodeActs } from './canvas/use-node-acts.ts';
import { useDraftStore } from './draft/draft-store.ts';

const isAsked = () => document.querySelector('dialog:modal') !== null;
const press = (selector: string) => {
  const button = [...document.querySelectorAll<HTMLElement>(selector)].find(each => each.checkVisibility());
  button?.click();
};

/**
 * Keys of the whole editor while its graph is in front: none while one types or answers a dialog, but for the search.
 * Effects of a hidden tab do not run, so another page's keys are its own.
 */
export const useStudioKeys = (): void => {
  const store = useDraftStore();
  const acts = useNodeActs();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isAsked()) return;
    if (presses(event, keys.plan.search)) {
      event.preventDefault();
      return press('[data-studio-search][aria-expanded="false"]');
    }
    if (isTyping(event)) return;
    const { undo, redo } = store.getState();
    const strokes: readonly (readonly [readonly string[], () => unknown])[] = [
      [keys.plan.undo, event.shiftKey ? redo : undo],
      [keys.plan.redo, redo],
      [keys.plan.duplicate, acts.duplicate],
      [keys.plan.all, acts.all],
      [event.shiftKey ? [] : keys.plan.add, () => press('.add-node')],
    ];
    const act = strokes.find(([known]) => presses(event, known))?.[1];
    if (!act) return;
    event.preventDefault();
    act();
  });
  // The browser's own events, so that its menu and its rules for the clipboard hold as well.
  const onClipboard = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(event) || isAsked() || document.getSelection()?.isCollapsed === false) return;
    const taken =
      event.type === 'paste'
        ? acts.paste(event.clipboardData?.getData('text/plain') ?? '')
        : acts.copyInto(event.clipboardData, event.type === 'cut');
    if (taken) event.preventDefault();
  });
  useEffect(() => {
    const listens = (event: KeyboardEvent) => onKey(event);
    const clips = (event: ClipboardEvent) => onClipboard(event);
    document.addEventListener('keydown', listens);
    for (const kind of ['copy', 'cut', 'paste'] as const) document.addEventListener(kind, clips);
    return () => {
      document.removeEventListener('keydown', listens);
      for (const kind of ['copy', 'cut', 'paste'] as const) document.removeEventListener(kind, clips);
    };
  }, []);
};
