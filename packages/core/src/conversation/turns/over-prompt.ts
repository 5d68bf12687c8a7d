import type { CompiledPlan } from '../compile/compile.ts';
import { isBackchannel } from '../recognition/lexicon.ts';
import { tidy } from '../recognition/text.ts';
import type { Meant } from './meaning.ts';

/**
 * Does something said over a prompt count when the prompt has ended? A yes is one only to a question, a 「嗯」 while the
 * robot talks is none at all, and what nobody understands there is not worth asking about, nor a 「喂」 answering.
 */
export const countsOverPrompt = (plan: CompiledPlan, meant: Meant, text: string, overQuestion: boolean): boolean => {
  switch (meant.type) {
    case 'knowledge':
      return true;
    case 'router':
      return meant.means !== 'yes' || (overQuestion && !saysOnlyListening(plan, text));
    case 'answer':
      return overQuestion && !saysOnlyListening(plan, text);
    default:
      return false;
  }
};

/** 嗯, 对, 好的, and what the plan calls words of that kind. */
export const saysOnlyListening = ({ plan }: CompiledPlan, text: string): boolean => {
  if (isBackchannel(text)) return true;
  const bare = bareOf(text);
  return bare !== '' && (plan.defaults.backchannels ?? []).some(word => bareOf(word) === bare);
};

const bareOf = (text: string): string => tidy(text).replace(/[^\p{L}\p{N}]/gu, '');
