import type { CompiledPlan } from '../compile/compile.ts';
import { asks, type Clause, clausesIn } from '../recognition/clauses.ts';
import { isBackchannel } from '../recognition/lexicon.ts';
import type { ListeningNode } from '../walk/routing.ts';
import { letsGoWhoAsks } from './act-meaning.ts';
import { isAside, type Meant, type Used } from './meaning.ts';
import { type Heard, type Sentence, understandOne } from './one-meaning.ts';

/**
 * What a sentence means at a node (docs/conversation.md#order-of-understanding). Of two things in one breath (「周三吧，要带什么」)
 * what is said and what is asked are understood each for itself, and both are used.
 */
export const understand = (plan: CompiledPlan, node: ListeningNode, used: Used, sentence: Sentence): Heard => {
  const whole = understandOne(plan, node, used, sentence);
  if (saysYesOrNo(whole.meant) && whole.meant.means === 'yes' && isTakenBack(sentence.text))
    return { ...whole, meant: { type: 'nothing' } };
  const both = mayBeTwo(whole.meant) ? sayingAndAsking(sentence) : null;
  if (both === null) return whole;
  const [saying, asking] = both;
  // What is asked is looked at first: where nobody answers it, only a text wants the other look.
  const { meant: asked, met: metAsking } = understandOne(plan, node, used, { ...sentence, ...asking });
  const isAnswered = asked.type === 'knowledge' && isAside(asked.item);
  if (!isAnswered && !mayBeText(node, whole)) return whole;
  const { meant: said, met } = understandOne(plan, node, used, { ...sentence, ...saying });
  if (said.type !== 'answer' && !saysYesOrNo(said)) return whole;
  if (!isAnswered) return withText(sentence.text.trim(), whole, said);
  if (said.type === 'router' && letsGoWhoAsks({ plan, node, used }, said, asked.item)) return whole;
  return { meant: { ...said, asked: asked.item }, met: [...new Set([...met, ...metAsking])] };
};

/** 「行，那我不修了」, 「可以，但我现在没钱」: a yes that a later clause takes back is asked about. */
const takingBack =
  /^(?:那就?|不过|但是?|可是?|就是)?(?:我们?|你们|孩子|人|现在|俺|咱){0,2}(?:就|也|还是)?(?:不(?!用|忙|怕|等|急|要紧|过|错|介意|影响|是|太|会|知道)[^，。！]{0,5}[了啦]|不想|没(?:钱|时间|空)|考虑|再想想|找别)/;
const isTakenBack = (text: string): boolean =>
  clausesIn(text)
    .slice(1)
    .some(clause => takingBack.test(clause.text) && !asks(clause.text));

/** Where a text is asked for, and nobody knows what was asked beside it, all of it is kept. */
const withText = (text: string, whole: Heard, said: Meant): Heard =>
  said.type === 'answer'
    ? { ...whole, meant: { ...said, value: text, understood: { ...said.understood, matched: text } } }
    : whole;
const mayBeText = (node: ListeningNode, whole: Heard): boolean =>
  node.kind === 'collect' && node.accepts.type === 'text' && whole.meant.type === 'nothing';

/** A refusal, a wish of the callee's and what is understood to be both already stand. */
const mayBeTwo = (meant: Meant): boolean => {
  if (meant.type === 'answer') return !meant.asked && !meant.isOutside;
  if (meant.type === 'knowledge') return isAside(meant.item);
  return meant.type === 'nothing' || meant.type === 'unrouted' || (saysYesOrNo(meant) && !meant.asked);
};

const saysYesOrNo = (meant: Meant): meant is Extract<Meant, { type: 'router' }> =>
  meant.type === 'router' && (meant.means === 'yes' || meant.means === 'no');

type Spoken = Pick<Sentence, 'text' | 'syllables'>;

/** 「先说说，多少钱」 says nothing but that it asks. */
const leadsIn =
  /^(?:那|你们?|您|先|我|想|就|倒是|顺便|请|再|给|跟|麻烦){0,5}(?:说|讲|问|打听)(?:说|讲|问|一下|下|一句|句)?(?:看|吧|嘛|呗|的是|清楚)?[，,]?$/;

/** What of a sentence is said and what is asked behind it; null: it does not do both. */
const sayingAndAsking = ({ text, syllables }: Spoken): readonly [saying: Spoken, asking: Spoken] | null => {
  const clauses = clausesIn(text).filter(
    ({ text: one }) => !leadsIn.test(one) && (!isBackchannel(one) || one.length > 1),
  );
  const first = clauses.findIndex(({ text: one }) => asks(one));
  if (first < 1) return null;
  const chars = [...text];
  const spoken = syllables.filter((_, at) => !/\s/.test(chars[at] ?? ''));
  const partOf = (some: readonly Clause[]): Spoken => ({
    text: some.map(({ text: one }) => one).join('，'),
    syllables:
      spoken.length === 0
        ? []
        : some.flatMap(({ start, end }, n) => [...(n > 0 ? [''] : []), ...spoken.slice(start, end)]),
  });
  return [partOf(clauses.slice(0, first)), partOf(clauses.slice(first))];
};
