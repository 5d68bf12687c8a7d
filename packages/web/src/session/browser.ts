/** Chrome and what is built like it; the others get a word of advice (docs/pages.md#limits-of-time). */
export const isChrome = (userAgent: string): boolean => /Chrome\/|CriOS\//.test(userAgent);
