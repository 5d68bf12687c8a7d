import { actOdds, dialogueActs } from '@lianxian/core';
import { syllablesOf } from '../../../server/src/platform/words/syllables.ts';
import { keptSentences } from './examples.ts';

/**
 * How what sentences do is heard of those kept back: whole parts that their hands wrote and nothing was learnt of. The
 * thresholds of `turns/act-meaning.ts` were chosen on the same sentences, and so is some of what was written later. `node packages/workshop/src/dialogue-act/measure.ts`
 */
const heard = keptSentences().map(({ said, asked, does }) => {
  const odds = actOdds(said, syllablesOf(said), asked);
  const surest = dialogueActs.reduce((best, act) => (odds[act] > odds[best] ? act : best));
  return { surest, sure: odds[surest], does, isRight: does.includes(surest) };
});
const tell = (what: string, some: typeof heard): void => {
  const right = some.filter(({ isRight }) => isRight).length;
  const share = ((100 * right) / Math.max(1, some.length)).toFixed(1);
  process.stdout.write(`${what}: ${share} % right of ${some.length}\n`);
};
tell('all', heard);
for (const least of [0, 1, 2, 3])
  tell(
    `log odds from ${least}`,
    heard.filter(({ sure }) => sure >= least),
  );
for (const act of dialogueActs)
  tell(
    act,
    heard.filter(({ does }) => does[0] === act),
  );
