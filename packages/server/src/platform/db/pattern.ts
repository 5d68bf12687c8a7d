/** What `like` reads as wild cards is itself. */
const plain = (part: string): string => part.replace(/[\\%_]/g, '\\$&');

/** A text for `like` that is found anywhere. */
export const asPattern = (part: string): string => `%${plain(part)}%`;

/** A text for `like` that what is found begins with. */
export const asBeginning = (part: string): string => `${plain(part)}%`;
