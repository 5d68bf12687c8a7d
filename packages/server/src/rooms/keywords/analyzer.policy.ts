import type { PlanNode } from '@lianxian/core';

/** What a node says, variables left out; a node that says nothing has none. */
export const sentencesOf = (node: PlanNode): readonly string[] =>
  ('sentences' in node ? node.sentences : []).map(text => text.replaceAll(/\$\{[^}]*\}/g, ' '));

/** Words of segmented sentences that may be somebody's keyword: no marks, no single characters, each once, in order. */
export const keywordsAmong = (words: readonly string[]): readonly string[] => [
  ...new Set(words.filter(word => /^[\p{L}\p{N}]{2,}$/u.test(word))),
];
