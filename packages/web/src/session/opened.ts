/** Has this person seen a call record in this browser? The last step of the first run; no server knows it. */
const storageKey = 'lx.record.opened';
export const wasOpened = (): boolean => localStorage.getItem(storageKey) !== null;
export const noteOpened = (): void => localStorage.setItem(storageKey, '1');
