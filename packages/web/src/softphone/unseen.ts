import { create } from 'zustand';

/** Who calls this seat while nobody looks at the page; null: nobody does, or it was seen. */
export const useUnseen = create<{ readonly phone: string | null }>(() => ({ phone: null }));
