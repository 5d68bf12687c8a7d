import type { Plan } from '@lianxian/core';

/** Nodes, intents and questions, each as a fault calls its place. */
const placesOf = ({ flows, intents, knowledge }: Plan): readonly string[] => [
  ...flows.flatMap(({ nodes }) => nodes.map(({ id }) => `node:${id}`)),
  ...intents.map(({ id }) => `intent:${id}`),
  ...knowledge.map(({ id }) => `knowledge:${id}`),
];

/** What a step has put into a plan. */
export const addedPlaces = (before: Plan, after: Plan): ReadonlySet<string> => {
  const known = new Set(placesOf(before));
  return new Set(placesOf(after).filter(place => !known.has(place)));
};
