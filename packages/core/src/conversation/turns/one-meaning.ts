import type { Answer } from '../answers/answers.ts';
import { saysOnlyIt, withoutLast } from '../answers/beside.ts';
import { answerHeard } from '../answers/by-ear/by-ear.ts';
import { refusedOptions } from '../answers/choices.ts';
import { optionByCharacters, optionByPlace } from '../answers/described.ts';
import { type Asked, namesTime } from '../answers/when/when.ts';
import type { CompiledPlan } from '../compile/compile.ts';
import { ownOf } from '../plan/exit.ts';
import type { Accepts, CollectNode, KnowledgeItem } from '../plan/plan.ts';
import { asks, asksAnything, asksWhether, type Clause, clausesIn, leadsIn } from '../recognition/clauses.ts';
import { type Everyday, everydayIn, saysNotBusy } from '../recognition/everyday.ts';
import { exceptedIn } from '../recognition/exceptions.ts';
import { isBackchannel, saysNothingBut } from '../recognition/lexicon.ts';
import { isSame, type Match, type Owner } from '../recognition/match.ts';
import { askedAbout, recognise } from '../recognition/recognise.ts';
import { tidy } from '../recognition/text.ts';
import { type ListeningNode, routerOn } from '../walk/routing.ts';
import { isDoubted, isNoAnswer, letsGoWhoAsks, type Said, saidAt, settledBy, wayByAct } from './act-meaning.ts';
import { everydayMeant, withoutSeemingNo } from './everyday-meaning.ts';
import { acts, isAside, type Meant, meantByWords, type Place, type Used, wayOfItem } from './meaning.ts';
import { isOnlyLike, isUnlikeWish } from './wish.ts';

/** A sentence of the callee, its syllables (one a character, none where the rim made none), and when it was said. */
export interface Sentence {
  readonly text: string;
  readonly syllables: readonly string[];
  /** Null where the merchant's day is not known. */
  readonly asked: Asked | null;
  /** Is it what was asked beside something else that was said? */
  readonly isBeside?: boolean;
}

export interface Heard {
  readonly meant: Meant;
  /** Every intent and knowledge item the sentence holds words of; for level rules. */
  readonly met: readonly string[];
}

/**
 * The order of understanding (docs/conversation.md#order-of-understanding): where something is asked for, a sentence that is the
 * answer and nothing else, but for a refusal; then what goes before an answer that only stands in a sentence; then the answer;
 * then knowledge and the node's routers by priority, and words that lead nowhere from here.
 */
export const understandOne = (plan: CompiledPlan, node: ListeningNode, used: Used, sentence: Sentence): Heard => {
  const { text, syllables } = sentence;
  const place: Place = { plan, node, used };
  const everyday = everydayIn(text);
  const matches = meantIn(plan, text, recognise(plan.recognition, text, syllables), everyday);
  const met = new Set(matches.filter(match => !match.negated).map(match => match.entry.id));
  const heeded = matches.filter(match => acts(place, match));
  const counting = everyday ? withoutSeemingNo(place, everyday, heeded) : heeded;
  const acting = withoutThoseOfOptions(node, text, counting);
  const byWords = meantByWords(place, acting);
  if ('ignoring' in node && node.ignoring?.speech) return { meant: unlessRefused(byWords), met: [...met] };
  const everydays = everyday && everydayMeant(place, everyday, byWords);
  const common = everydays && isExcepted(plan, text, everydays) ? null : everydays;
  const words = common ?? byWords;
  const said = saidAt(node, sentence);
  // Who names another hour refuses nothing, whatever he does besides.
  const settled = everyday?.kind === 'otherHour' ? words : settledBy(place, said, words);
  const found = isExcepted(plan, text, settled) ? words : settled;
  if ('understood' in found) {
    const own = ownOf(found.understood.meaning);
    if (own && (common || found.understood.by === 'act')) met.add(own.id);
  }
  const here: Here = { ...place, text, said, acting, meant: found, everyday: common ? everyday : null };
  if (node.kind !== 'collect') return { meant: withQuestion(here), met: [...met] };
  const heard = onlyAsks(node, text) ? null : answerHeard(node.accepts, sentence, plan.optionSounds);
  if (!heard) return { meant: described(here, node.accepts) ?? found, met: [...met] };
  return { meant: meantWithAnswer(node, { ...here, text: heard.text }, heard.answer), met: [...met] };
};

/** What people say on any telephone, or do by it, is not an owner's either whose exception was said. */
const isExcepted = ({ recognition, intents }: CompiledPlan, text: string, meant: Meant): boolean => {
  if (!('understood' in meant)) return false;
  const isOut = exceptedIn(recognition.exceptions, text);
  const owner = ownOf(meant.understood.meaning);
  if (owner?.kind === 'intent' || owner?.kind === 'knowledge') return isOut({ kind: owner.kind, id: owner.id });
  const means = meant.type === 'router' || meant.type === 'unrouted' ? meant.means : null;
  return (
    means !== null && [...intents.values()].some(one => one.means === means && isOut({ kind: 'intent', id: one.id }))
  );
};

/** So likely (log odds) a sentence tells what was asked for. */
const MAY_ANSWER = -1.5;

/** An option that nobody named, where nothing else was meant. */
const described = ({ meant, said, text }: Here, accepts: Accepts): Meant | null => {
  const isElse = meant.type !== 'nothing' && meant.type !== 'unrouted';
  if (accepts.type !== 'choice' || isElse || asksAnything(text)) return null;
  if (refusedOptions(accepts.options, text).length > 0) return null;
  const one =
    optionByPlace(accepts.options, text) ??
    (said.surest === 'answer' || said.odds.answer > MAY_ANSWER ? optionByCharacters(accepts.options, text) : null);
  if (one === null) return null;
  const { value, matched } = one;
  return { type: 'answer', value, understood: { meaning: 'collected', name: '', by: 'choice', matched } };
};

/** Any text answers where a text is asked for, but one that is nothing but a question. */
const onlyAsks = ({ accepts }: CollectNode, text: string): boolean =>
  accepts.type === 'text' && allAsk(clausesIn(text).filter(clause => !leadsIn(clause.text)));

/** A turn at a node, with all that was found in it but its answer. */
interface Here extends Place {
  readonly text: string;
  readonly said: Said;
  readonly acting: readonly Match[];
  readonly meant: Meant;
  /** What it means by is what people say on any telephone. */
  readonly everyday: Everyday | null;
}

/**
 * A question is no yes and 「不用空腹吗」 no refusal, 「不是忙」 is not 忙 whatever it is like, and who names another hour does not ask to
 * be called no more.
 */
const meantIn = (
  plan: CompiledPlan,
  text: string,
  matches: readonly Match[],
  everyday: Everyday | null,
): readonly Match[] => {
  const isAsked = matches.some(({ entry }) => entry.means !== undefined) ? askingIn(text) : () => false;
  return matches.filter(match => {
    if (
      plan.noMoreCalls.has(match.entry.id) &&
      (everyday?.kind === 'otherHour' || (isOnlyLike(match) && isUnlikeWish(text)))
    )
      return false;
    if (match.by === 'like' && isOf(plan.everyday.busy, match.entry) && saysNotBusy(text)) return false;
    return match.entry.means === undefined || !isAsked(match);
  });
};

const isOf = (owners: readonly Owner[], owner: Owner): boolean => owners.some(one => isSame(one, owner));

/** 「那你说说是什么活动」 asks to be told, and so agrees. */
const wantsToHear = /^(?:那|嗯|行){0,2}[你您]?(?:先|再|就)?(?:[给跟帮]我)?(?:说|讲|介绍|聊)(?:一|说|讲|聊|下|看)/;

/** What of a sentence is asked; whatever is found out of it is found out once, however many words of it mean something. */
const askingIn = (text: string): ((match: Match) => boolean) => {
  const clauses = clausesIn(text).map(clause => ({ ...clause, chars: [...clause.text] }));
  const clauseAt = clauses.flatMap(clause => clause.chars.map(() => clause));
  const known = new Map<string, boolean>();
  return ({ entry, by, heard, start, end }) => {
    if (by === 'exact') return false;
    if (by === 'like') return entry.means === 'yes' && !asks(heard) && allAsk(clauses);
    const clause = clauseAt[start];
    if (clause === undefined) return false;
    const words = clause.chars.slice(start - clause.start, end - clause.start).join('');
    if (entry.means !== 'yes')
      return words.startsWith('不') && asksWhether(clause.chars.slice(end - clause.start).join(''));
    const key = `${clause.start} ${words}`;
    const isAsked = known.get(key) ?? isQuestion(clause.text, words);
    known.set(key, isAsked);
    return isAsked;
  };
};

const allAsk = (clauses: readonly Clause[]): boolean => {
  const saying = clauses.filter(({ text }) => !isBackchannel(text));
  return saying.length > 0 && saying.every(({ text }) => isQuestion(text));
};

const isQuestion = (clause: string, about = ''): boolean => !wantsToHear.test(clause) && asks(clause, about);

/** 「不要加强的」 refuses an option, not the talk. */
const withoutThoseOfOptions = (node: ListeningNode, text: string, matches: readonly Match[]): readonly Match[] => {
  const isNo = ({ means }: Match): boolean => means === 'no' || means === 'refuse';
  if (node.kind !== 'collect' || node.accepts.type !== 'choice' || !matches.some(isNo)) return matches;
  const refused = refusedOptions(node.accepts.options, text);
  if (refused.length === 0) return matches;
  const chars = [...tidy(text)].filter((_, at) => !refused.some(one => one.start <= at && at < one.end));
  const isAll = saysOnlyIt(node.accepts, chars.join(''));
  const isOfOne = ({ by, start, end }: Match): boolean =>
    by === 'like' ? isAll : refused.some(option => option.start <= start && end <= option.end);
  return matches.filter(match => !isNo(match) || !isOfOne(match));
};

/** Words at a node that ignores them: a refusal it does not ignore, and nothing else. */
const unlessRefused = (meant: Meant): Meant =>
  meant.type === 'router' || meant.type === 'knowledge' ? meant : { type: 'ignored' };

const meantWithAnswer = (node: CollectNode, here: Here, answer: Answer): Meant => {
  const { value, by, matched, when, isOutside, beside } = answer;
  const understood = { meaning: isOutside ? 'outside' : 'collected', name: '', by, matched } as const;
  const answered = {
    type: 'answer',
    value,
    understood,
    ...(when && { when }),
    ...(isOutside && { isOutside }),
  } as const;
  if (node.accepts.type === 'text') {
    if (unknown.test(here.text)) return here.meant;
    return goesBeforeText(here) ? here.meant : answered;
  }
  if (saysOnlyIt(node.accepts, beside)) return refusesBeside(here.meant, answer) ? here.meant : answered;
  if (isNoAnswer(here.said, node.accepts) && !standsAlone(node.accepts, here.text, answer)) return here.meant;
  const onlyLike = isLike(here.meant) && !later.test(beside);
  const left: Here = onlyLike || asksOnly(here) ? withoutAnswer(here, beside) : here;
  if (goesBefore(node, left, answer)) return left.meant;
  const question = questionIn(left, answer);
  if (question === null) return answered;
  return isOfQuestion(node, here.text, answer, question) ? question : { ...answered, asked: question.item };
};

/** 「我老公买的，我不认得」. */
const unknown =
  /(?:^|[，,\s])(?:我|俺|咱|这个?|那|具体|确切)[^，]{0,12}(?:不(?:太)?(?:认得|认识|知道|晓得|清楚|记得)|记不(?:得|清|住|起来)|想不起来|忘记?了)[了啊呀哦呢喽\s，。]*$/;

/** In a clause of its own, which asks nothing but whether it will do: 「普通的，要空腹吗」, 「三个人可以吗，好停车吗」. */
const standsAlone = (accepts: Accepts, text: string, { matched }: Answer): boolean => {
  const clauses = clausesIn(text);
  const own = tidy(matched);
  const isIts = (clause: string): boolean => !asks(clause) || saysOnlyIt(accepts, withoutLast(clause, own));
  return clauses.length > 1 && clauses.some(clause => clause.text.includes(own) && isIts(clause.text));
};

/** Who puts it off names a day as well: 月底再说. */
const later = /再(?:说|看|讲|聊|打|联系|约)/;

/** What is like something must be so without the answer, too: 「我明天下午过去吧」 is like 「明天下午再打给我」. */
const withoutAnswer = (here: Here, beside: string): Here => {
  const acting = recognise(here.plan.recognition, beside).filter(match => acts(here, match));
  return { ...here, acting, meant: here.everyday ? here.meant : meantByWords(here, acting) };
};

const isLike = (meant: Meant): boolean =>
  'understood' in meant && (meant.understood.by === 'like' || meant.understood.by === 'act');
const asksOnly = ({ acting, text }: Here): boolean => acting.length === 0 && asksAnything(text);

const refuses = (meant: Meant): boolean =>
  meant.type === 'knowledge'
    ? meant.item.common === 'refusal'
    : (meant.type === 'router' || meant.type === 'unrouted') && meant.means === 'refuse';
/** It stands in the answer itself: 明天 of 「明天下午三点」. */
const isIn = ({ matched }: Answer, words: string): boolean => tidy(matched).includes(tidy(words));
/** By its words, and not by those of the answer: 不需要 may be an option. */
const refusesBeside = (meant: Meant, answer: Answer): boolean =>
  refuses(meant) && !isLike(meant) && 'understood' in meant && !isIn(answer, meant.understood.matched);

/** A refusal before any answer that stands in it by chance (「不要，一天打我三次」); 「再说一遍」 holds a number, too. */
const goesBefore = ({ accepts }: CollectNode, { meant, text, everyday }: Here, answer: Answer): boolean => {
  if (accepts.type === 'choice') return meant.type !== 'unrouted' && refusesBeside(meant, answer);
  if (refuses(meant) && meant.type !== 'knowledge') return true;
  if (everyday) return everyday.kind === 'otherHour';
  if (meant.type !== 'knowledge' || meant.item.common === undefined || isAside(meant.item)) return false;
  const { matched } = meant.understood;
  return !isIn(answer, matched) && !(meant.item.common === 'busy' && isThen(accepts, text, answer, matched));
};

/** 「我周三在忙，周四吧」: busy then, not now. */
const isThen = (accepts: Accepts, text: string, { matched }: Answer, busy: string): boolean => {
  const clause = accepts.type === 'date' ? clausesIn(text).find(one => one.text.includes(busy)) : undefined;
  const before = clause?.text.slice(0, clause.text.indexOf(busy)) ?? '';
  return namesTime(before) && !before.includes(tidy(matched));
};

/** Any text would be an answer: a question, a no and a bare 「可以」 to 「您贵姓？」 are none. */
const goesBeforeText = ({ meant, text, said, everyday }: Here): boolean => {
  if (isNoAnswer(said, { type: 'text' })) return true;
  if (meant.type === 'nothing' || meant.type === 'ignored' || meant.type === 'answer') return false;
  if (meant.type === 'knowledge' || meant.type === 'again' || everyday) return true;
  if (meant.means === 'refuse' || (meant.means !== 'yes' && meant.type === 'router')) return true;
  return saysNothingBut(text, meant.understood.matched);
};

/** 「可以，多少钱」 where the robot only speaks: the way of the yes is taken, and what was asked is answered on it. */
const withQuestion = (here: Here): Meant => {
  const { meant, said, node } = here;
  if (node.kind !== 'speak' || (meant.type !== 'knowledge' && !saysYes(meant))) return meant;
  const item = meant.type === 'knowledge' ? meant.item : itemBeside(here);
  const way = item && isAside(item) ? (wayIn(here, item, 'yes') ?? wayIn(here, item, 'no')) : null;
  if (way?.type !== 'router') return meant;
  return asksNothing(said) && !asks(here.text) ? way : { ...way, asked: item! };
};

const saysYes = (meant: Meant): boolean => meant.type === 'router' && meant.means === 'yes';

/** By what the sentence does, else by its words, unless they are doubted. */
const wayIn = (here: Here, item: KnowledgeItem, means: 'yes' | 'no'): Meant | null => {
  const isHeard = !isDoubted(here.said, [means]);
  const words = here.acting.filter(match => match.means === means && (isHeard || isClause(here, match)));
  const way = wayByAct(here, here.said, means) ?? meantByWords(here, words);
  return way.type === 'router' && !letsGoWhoAsks(here, { ...way, means }, item) ? way : null;
};

/** 「好的，」 and nothing else until what was asked. */
const isClause = ({ text }: Here, { start, end }: Match): boolean =>
  clausesIn(text).some(
    one => one.start === start && one.end - end <= 2 && saysNothingBut(one.text, tidy(text).slice(start, end)),
  );

/** Not even who calls. */
const asksNothing = (said: Said): boolean => isDoubted(said, ['question', 'purpose', 'who', 'source']);

/** What is asked beside the words of a yes. */
const itemBeside = (here: Here): KnowledgeItem | null => {
  const { plan, text, meant, acting } = here;
  const words = 'understood' in meant && meant.understood.by === 'words' ? meant.understood.matched : '';
  const rest = recognise(plan.recognition, tidy(text).replace(words, ''));
  const items = [...acting, ...rest].filter(match => match.entry.kind === 'knowledge' && acts(here, match));
  const best = meantByWords(here, items);
  return best.type === 'knowledge' ? best.item : null;
};

/** An answer ends the call here: nobody is told something else than he asked, and hung up on. */
export const endsAnswered = ({ plan, node }: Pick<Place, 'plan' | 'node'>): boolean => {
  const on = routerOn(node, 'collected');
  return on !== undefined && plan.nodes.get(on.to)?.kind === 'hangup';
};

type Question = Extract<Meant, { readonly type: 'knowledge' }>;

/** A question that stands beside the answer, and after which the flow would go on from here. */
const questionIn = (here: Here, answer: Answer): Question | null => {
  const { text, acting, everyday, meant } = here;
  const clauses = clausesIn(text);
  const items = acting.filter(match => match.entry.kind === 'knowledge' && standsBeside(clauses, match, answer));
  const words = everyday ? meant : meantByWords(here, items);
  const best = words.type === 'knowledge' ? words : questionBeside(here, answer);
  if (best?.type !== 'knowledge' || !isAside(best.item)) return null;
  return isLike(best) && !asksAnything(answer.beside) ? null : best;
};

/** What it is about, where none of the plan's words is in it: 「明天晚上六点，大概要弄几个小时」. */
const questionBeside = (here: Here, { beside }: Answer): Meant | null => {
  if (!asksAnything(beside)) return null;
  const match = askedAbout(here.plan.recognition, { text: beside, syllables: [], beside: !endsAnswered(here) });
  return match && wayOfItem(here, match);
};

/** Not of the answer itself, and in its clause only where that asks: 「三年级英语不太好」 is no question about the lessons. */
const standsBeside = (clauses: readonly Clause[], { by, heard, start }: Match, answer: Answer): boolean => {
  if (by === 'like') return true;
  const clause = clauses.find(one => one.start <= start && start < one.end)?.text ?? '';
  return !isIn(answer, heard) && (!clause.includes(tidy(answer.matched)) || asks(clause));
};

/** 「一个人多少钱」: a figure in a question is what is asked about. */
const isOfQuestion = (
  { accepts }: CollectNode,
  text: string,
  { matched }: Answer,
  { understood }: Question,
): boolean => {
  if (accepts.type !== 'number' && accepts.type !== 'amount') return false;
  const clause = clausesIn(text).findLast(one => one.text.includes(tidy(matched)))?.text ?? '';
  const isThere = understood.by === 'like' || understood.by === 'combined' || clause.includes(tidy(understood.matched));
  return isThere && asks(clause, matched);
};
