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
/** Is any of those heard whose keys begin so? */
export const useHeardOf = (start: string): boolean =>
  useSyncExternalStore(subscribe, () => heard?.key.startsWith(start) ?? false);

/** One after the other; one that is stopped, or takes the place of another sound, ends the row. */
export const playInTurn = async (
  sounds: readonly { readonly key: string; readonly find: () => Promise<string> }[],
): Promise<void> => {
  for (const { key, find } of sounds) {
    await playSound(key, find);
    const audio = heard?.key === key ? heard.audio : null;
    if (!audio) return;
    await new Promise<void>(done => {
      const stop = subscribe(() => {
        if (heard?.audio === audio) return;
        stop();
        done();
      });
    });
    if (!audio.ended || heard !== null) return;
  }
};
