import { useSyncExternalStore } from 'react';
import { serverUrl } from '../api/settings.ts';

/** One sound at a time in the whole page: another that starts ends it. `key` names what is heard. */
let heard: { readonly key: string; readonly audio: HTMLAudioElement | null } | null = null;
const listeners = new Set<() => void>();
const change = (next: typeof heard): void => {
  heard = next;
  for (const listener of listeners) listener();
};

export const stopSound = (): void => {
  heard?.audio?.pause();
  change(null);
};

/** A path is the server's; what was made in this page is here. */
const addressOf = (found: string): string => (found.startsWith('blob:') ? found : serverUrl(found));

/** Plays what `find` gives an address for; what cannot be played just ends. */
export const playSound = async (key: string, find: () => Promise<string>): Promise<void> => {
  stopSound();
  change({ key, audio: null });
  try {
    const audio = new Audio(addressOf(await find()));
    if (heard?.key !== key) return;
    change({ key, audio });
    const over = () => heard?.audio === audio && change(null);
    audio.addEventListener('ended', over);
    audio.addEventListener('error', over);
    await audio.play();
  } catch {
    // The sentence of what was refused is on the page.
    if (heard?.key === key) change(null);
  }
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Is this being heard now? */
export const useHeard = (key: string): boolean => useSyncExternalStore(subscribe, () => heard?.key === key);
