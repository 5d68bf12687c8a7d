/** A text for `like` that is found anywhere; what `like` reads as wild cards is itself. */
export const asPattern = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
