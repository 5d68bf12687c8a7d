import { create } from 'zustand';

/** What lies over the frame: the palette, or the sheet of shortcuts. One at a time. */
export type Overlay = 'palette' | 'keys' | null;
export const useOverlay = create<{ open: Overlay }>(() => ({ open: null }));

export const openPalette = (): void => useOverlay.setState({ open: 'palette' });
export const openKeys = (): void => useOverlay.setState({ open: 'keys' });
export const closeOverlay = (): void => useOverlay.setState({ open: null });
