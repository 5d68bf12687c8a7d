import { create } from 'zustand';

/** What lies over the frame, one at a time: the palette, the sheet of keys, and what is asked of a person from anywhere. */
export type Overlay = 'palette' | 'keys' | 'password' | 'commitment' | 'stop' | 'stopPlatform';

/** Whose session it is may be asked for what an overlay does: that question lies over it. */
export const useOverlay = create<{ open: Overlay | null; isProofAsked: boolean }>(() => ({
  open: null,
  isProofAsked: false,
}));

let waiting: ((isProved: boolean) => void)[] = [];
/** Several requests at once wait for one answer. */
export const askProof = (): Promise<boolean> => {
  useOverlay.setState({ isProofAsked: true });
  return new Promise(resolve => waiting.push(resolve));
};
export const answerProof = (isProved: boolean): void => {
  useOverlay.setState({ isProofAsked: false });
  for (const resolve of waiting) resolve(isProved);
  waiting = [];
};

export const openOverlay = (open: Overlay): void => useOverlay.setState({ open });
/** One that closes late, when another is open already, closes itself alone. */
export const closeOverlay = (which?: Overlay): void =>
  useOverlay.setState(({ open }) => (which === undefined || which === open ? { open: null } : {}));
