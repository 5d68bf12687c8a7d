import type { CompiledPlan } from '../compile/compile.ts';
import { asks, type Clause, clausesIn, leadsIn } from '../recognition/clauses.ts';
import { isBackchannel, tidy } from '../recognition/lexicon.ts';
import { type ListeningNode, routersOf } from '../walk/routing.ts';
import { letsGoWhoAsks } from './act-meaning.ts';
import { isAside, type Meant, type Used } from './meaning.ts';
import { endsAnswered, type Heard, type Sentence, understandOne } from './one-meaning.ts';

/**
 * What a sentence means at a node (docs/conversation.md#order-of-understanding). Of two things in one breath (「周三吧，要带什么」)
 * what is said and what is asked are understood each for itself, and both are used.
 */
export const understand = (plan: CompiledPlan, node: ListeningNode, used: Used, sentence: Sentence): Heard => {
  const whole = understandOne(plan, node, used, sentence);
  if (isTakenBack(whole.meant, sentence.text)) return { ...whole, meant: { type: 'nothing' } };
  if (!mayBeTwo(whole.meant)) return whole;
  const at = (part: Spoken, isBeside = false) => understandOne(plan, node, used, { ...sentence, ...part, isBeside });
  for (const [n, [before, behind]] of splitsOf(sentence).entries()) {
    // What is asked is looked at first: where nobody answers it, only an end and a text want the other look.
    const { meant: asked, met: metAsking } = at(behind, !endsAnswered({ plan, node }));
    const isAsked = asked.type === 'knowledge' && isAside(asked.item);
    if (!isAsked && (n > 0 || !mattersUnanswered(plan, node))) continue;
    const { meant: said, met } = at(before);
    if (said.type !== 'answer' && !saysYesOrNo(said)) continue;
    if (isAsked && said.type === 'router' && letsGoWhoAsks({ plan, node, used }, said, asked.item)) return whole;
    if (isAsked) return { meant: { ...said, asked: asked.item }, met: [...new Set([...met, ...metAsking])] };
    const isOpen = asked.type === 'nothing' || asked.type === 'unrouted';
    if (isOpen && hangsUp(plan, node, said) && !isTag(behind.text)) return { ...whole, meant: { type: 'nothing' } };
    return withText(node, sentence.text.trim(), whole, said);
  }
  return whole;
};

const mattersUnanswered = ({ nodes }: CompiledPlan, node: ListeningNode): boolean =>
  (node.kind === 'collect' && node.accepts.type === 'text') ||
  routersOf(node).some(({ to }) => nodes.get(to)?.kind === 'hangup');

/** Nobody is hung up on with a question of his open that nothing of the plan answers. */
const hangsUp = (plan: CompiledPlan, node: ListeningNode, said: Meant): boolean =>
  said.type === 'router' ? plan.nodes.get(said.router.to)?.kind === 'hangup' : endsAnswered({ plan, node });

/** 「周三下午，行不行」 asks nothing but whether it will do. */
const tag =
  /^(?:这样|那|你看|您看|就)?(?:可以|行|好|成|中|对|是|得|方便|没问题|来得及|要得)(?:吗|不|么|吧|伐|唔得|不行|不好|不中|不成|不得|不可以)?[啊呀呢嘛]?[?？。]?$/;
const isTag = (text: string): boolean => clausesIn(text).every(clause => !asks(clause.text) || tag.test(clause.text));

/** 「行，那我不修了」, 「可以，但我现在没钱」: a yes that a later clause takes back is asked about. */
const takingBack =
  /^(?:那就?|不过|但是?|可是?|就是)?(?:我们?|你们|孩子|人|现在|俺|咱){0,2}(?:就|也|还是)?(?:不(?!用|忙|怕|等|急|要紧|过|错|介意|影响|是|太|会|知道)[^，。！]{0,5}[了啦]|不想|没(?:钱|时间|空)|考虑|再想想|找别)/;
/** 「不了，哦，是这事啊，好的，可以」; 「没兴趣，嗯，就这样，好吧」 and 「不用了，好的」 turn nothing round. */
const turning = /^(?:[哦噢呃哎诶]+|等等|等一下|那也行|也行|也可以|也中|也要得)[，。,\s]*$|是这(?:个|件)?事/;
const plainYes = /^(?:那?就?|也)?(?:好[的嘞]?|行|可以|中|要得|成|听你的)[吧啊嘛呗的了]*[，。,\s]*$/;
const ends = /[不没别甭]|再见|拜拜|这样|挂/;
const turnsToYes = (text: string): boolean => {
  const [, ...others] = clausesIn(text);
  const isYes = plainYes.test(others.at(-1)?.text ?? '');
  return isYes && others.some(one => turning.test(one.text)) && !others.some(one => ends.test(one.text));
};
const saysNo = (meant: Meant): boolean =>
  (meant.type === 'router' || meant.type === 'unrouted') && meant.means === 'no';
const isTakenBack = (meant: Meant, text: string): boolean => {
  const [first, ...others] = clausesIn(text);
  const isYes = saysYesOrNo(meant) && meant.means === 'yes';
  if (saysNo(meant) && turnsToYes(text)) return true;
  const isAct = 'understood' in meant && meant.understood.by === 'act';
  if (first === undefined || !(isYes || (isAct && isBackchannel(first.text)))) return false;
  return others.some(clause => takingBack.test(clause.text) && !asks(clause.text));
};

/** 「您贵姓？」, 「是什么品牌和型号？」: what is asked for is short. */
const asksForName = /姓|名|称呼|怎么叫|叫什么|牌|型号/;
/** Longer is no name. */
const LONGEST_NAME = 8;
/** Where a text is asked for, and nobody knows what was asked beside it, all of it is kept; of a name and a question the name. */
const withText = (node: ListeningNode, text: string, whole: Heard, said: Meant): Heard => {
  const isText = node.kind === 'collect' && node.accepts.type === 'text';
  if (!isText || said.type !== 'answer') return whole;
  if (said.value.length <= LONGEST_NAME && asksForName.test(node.sentences.at(-1) ?? ''))
    return { ...whole, meant: said };
  if (whole.meant.type !== 'nothing') return whole;
  return { ...whole, meant: { ...said, value: text, understood: { ...said.understood, matched: text } } };
};

/** A refusal, a wish of the callee's and what is understood to be both already stand. */
const mayBeTwo = (meant: Meant): boolean => {
  if (meant.type === 'answer') return !meant.asked && !meant.isOutside;
  if (meant.type === 'knowledge') return isAside(meant.item);
  return meant.type === 'nothing' || meant.type === 'unrouted' || (saysYesOrNo(meant) && !meant.asked);
};

const saysYesOrNo = (meant: Meant): meant is Extract<Meant, { type: 'router' }> =>
  meant.type === 'router' && (meant.means === 'yes' || meant.means === 'no');

type Spoken = Pick<Sentence, 'text' | 'syllables'>;

/** What leads to a question may stand in so many clauses before it: 「试一天要得，我妈老年痴呆哈，你们管得住不」. */
const MOST_LEADING = 2;

/** What of a sentence is said and what is asked behind it, as it may be parted; none where it does not do both. */
const splitsOf = ({ text, syllables }: Spoken): readonly (readonly [saying: Spoken, asking: Spoken])[] => {
  const clauses = clausesIn(text).filter(({ text: one }) => !leadsIn(one) && (!isBackchannel(one) || one.length > 1));
  const first = clauses.findIndex(({ text: one }, at) => at > 0 && asks(one));
  if (first < 0) return [];
  const chars = [...text];
  const places = [...chars.keys()].filter(at => !/\s/.test(chars[at]!));
  // As it was written (ES6, with its blanks), unless it was written in other characters than it is read in.
  const isAlike = places.length === [...tidy(text)].length;
  const partOf = (some: readonly Clause[]): Spoken => {
    const [from, to] = [places[some[0]!.start]!, places[some.at(-1)!.end - 1]!];
    if (!isAlike) return { text: some.map(one => one.text).join('，'), syllables: [] };
    const written = chars.slice(from, to + 1).join('');
    const said = written.replace(/[，。、,.\s]+$/, '');
    return { text: said, syllables: syllables.slice(from, from + [...said].length) };
  };
  const ends = Array.from({ length: Math.min(first, 1 + MOST_LEADING) }, (_, n) => first - n);
  return ends.map(end => [partOf(clauses.slice(0, end)), partOf(clauses.slice(end))]);
};
