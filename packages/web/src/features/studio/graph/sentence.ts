import type { PlanVariable } from '@lianxian/core';

/** A sentence of a plan in pieces: `您好，${name}` is a text and a variable. */
interface Piece {
  readonly text: string;
  readonly variable: boolean;
}

const placeholder = /\$\{([^}]*)\}/g;

export const piecesOf = (sentence: string): readonly Piece[] => {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of sentence.matchAll(placeholder)) {
    if (match.index > from) pieces.push({ text: sentence.slice(from, match.index), variable: false });
    pieces.push({ text: match[1]!.trim(), variable: true });
    from = match.index + match[0].length;
  }
  if (from < sentence.length) pieces.push({ text: sentence.slice(from), variable: false });
  return pieces;
};

/** A sentence as one reads it, its variables by what the plan calls them. */
export const readable = (variables: readonly PlanVariable[], sentence: string): string =>
  piecesOf(sentence)
    .map(({ text, variable }) => (variable ? variables.find(({ name }) => name === text)?.label || text : text))
    .join('');
