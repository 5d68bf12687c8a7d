import { builtInTopics, tradeTopics } from './topics.ts';

const OFFSET = 0x811c_9dc5;
const PRIME = 0x0100_0193;

/** Another one where the list of common meanings is another: their names, or any sentence of them (FNV-1a, 32 bits, in hex). */
export const meaningsMark = (): string => {
  let mark = OFFSET;
  for (const { id, sentences } of [...builtInTopics, ...tradeTopics])
    for (const text of [id, ...sentences])
      for (let at = 0; at <= text.length; at++) mark = Math.imul(mark ^ (text.charCodeAt(at) || 0), PRIME);
  return (mark >>> 0).toString(16);
};
