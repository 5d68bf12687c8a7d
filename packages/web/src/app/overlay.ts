import { create } from 'zustand';

/** What lies over the frame: the palette, the sheet of shortcuts, or the question whose session it is. One at a time. */
type Overlay = 'palette' | 'keys' | 'proof' | null;
export const useOverlay = create<{ open: Overlay }>(() => ({ open: null }));

let waiting: ((isProved: boolean) => void)[] = [];
/** Several requests at once wait for one answer. */
export const askProof = (): Promise<boolean> => {
  useOverlay.setState({ open: 'proof' });
  return new Promise(resolve => waiting.push(resolve));
};
export const answerProof = (isProved: boolean): void => {
  closeOverlay();
  for (const resolve of waiting) resolve(isProved);
  waiting = [];
};

export const openPalette = (): void => useOverlay.setState({ open: 'palette' });
export const openKeys = (): void => useOverlay.setState({ open: 'keys' });
export const closeOverlay = (): void => useOverlay.setState({ open: null });
