import { readWeights, WEIGHT_STEP } from '../weights-text.ts';
import { cuesIn } from './cues.ts';
import { asMeant, WISH_PLACES, wishFeatures } from './features.ts';
import { BIAS, WEIGHTS } from './weights.ts';

/** So sure one must be (log odds): it ends a relation for good, so it is set by what is heard wrongly (decision 71). */
const SURE = 0;
/** Nothing of a row of digits and 「最后一个得了」 is of calls, numbers or lists: what little their characters say must be said loudly. */
const SURE_WITHOUT_A_CUE = 2;
const telling: ReadonlySet<string> = new Set('KHDTRBL');

/**
 * Does somebody say that he does not want to be called again? By weights learnt of many sentences
 * (`packages/workshop/src/call-wish`), over the words alone: 「别再打了」, 「从名单里划掉」, 「天天打，烦不烦」 do; who is
 * busy now, wants another number called or speaks of 打折 does not (docs/conversation.md#no-more-calls).
 */
export const wantsNoCalls = (sentence: string): boolean => {
  const odds = wishOdds(sentence);
  return odds > SURE && (odds > SURE_WITHOUT_A_CUE || cuesIn(asMeant(sentence)).some(({ sign }) => telling.has(sign)));
};

/** How sure it is, as log odds. */
export const wishOdds = (sentence: string): number => {
  learnt ??= readWeights(WEIGHTS, WISH_PLACES);
  const { ids, scale } = wishFeatures(sentence);
  let sum = BIAS;
  for (const id of ids) sum += learnt[id]! * WEIGHT_STEP;
  return sum * scale;
};

let learnt: Int8Array | undefined;
