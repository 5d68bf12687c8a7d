/** A region that scrolls and may hold nothing to press: Tab reaches it, the arrow keys scroll it. It carries a name. */
export const byKeys = { tabIndex: 0 } as const;
