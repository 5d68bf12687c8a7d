import { type Plan, tidy } from '@lianxian/core';

/** Does a sentence hold a word that the plan listens for: of an intent, an item or an option? */
export const createWordFinder = ({ intents, knowledge, flows }: Plan): ((sentence: string) => boolean) => {
  const words = [
    ...intents.flatMap(intent => intent.words),
    ...knowledge.flatMap(item => item.words),
    ...flows.flatMap(flow =>
      flow.nodes.flatMap(node =>
        node.kind === 'collect' && node.accepts.type === 'choice' ? node.accepts.options.flatMap(of => of.words) : [],
      ),
    ),
  ].map(tidy);
  return sentence => words.some(word => tidy(sentence).includes(word));
};
