/** Words typed with blanks or commas between them. */
export const wordsIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,，、；;]+/).filter(word => word !== '')),
];
