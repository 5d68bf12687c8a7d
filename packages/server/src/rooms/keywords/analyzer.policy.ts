import type { Plan } from '@lianxian/core';

/**
 * What a node of a plan says, or an item of its knowledge base, variables left out; one that says nothing has none. Null:
 * the plan has no such node.
 */
export const sentencesOf = ({ flows, knowledge }: Plan, nodeId: string): readonly string[] | null => {
  const node = flows.flatMap(({ nodes }) => nodes).find(({ id }) => id === nodeId);
  const item = knowledge.find(({ id }) => id === nodeId);
  if (!node && !item) return null;
  const said = node && 'sentences' in node ? node.sentences : (item?.answers ?? []);
  return said.map(text => text.replaceAll(/\$\{[^}]*\}/g, ' '));
};

/** Words of segmented sentences that may be somebody's keyword: no marks, no single characters, each once, in order. */
export const keywordsAmong = (words: readonly string[]): readonly string[] => [
  ...new Set(words.filter(word => /^[\p{L}\p{N}]{2,}$/u.test(word))),
];
