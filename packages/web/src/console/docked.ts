import { create } from 'zustand';

/** Does the console lie beside the page now? The frame gives it the room of its menu. */
export const useDocked = create<{ readonly isDocked: boolean }>(() => ({ isDocked: false }));
