/** Chrome and what is built like it; the others get a word of advice (original §5). */
export const isChrome = (userAgent: string): boolean => /Chrome\/|CriOS\//.test(userAgent);
