import { refusedOptions } from '../answers/choices.ts';
import type { BuiltInMeaning } from '../plan/exit.ts';
import type { Accepts, KnowledgeItem } from '../plan/plan.ts';
import { asks, asksAnything, clausesIn } from '../recognition/clauses.ts';
import { type Asked, type AskedKind, askedBy } from '../recognition/dialogue-act/asked.ts';
import { type Act, actOdds, dialogueActs, type Odds } from '../recognition/dialogue-act/dialogue-act.ts';
import { saysNotBusy } from '../recognition/everyday.ts';
import { saysNothingBut } from '../recognition/lexicon.ts';
import { askedAbout } from '../recognition/recognise.ts';
import { type ListeningNode, routerOn, routersOf } from '../walk/routing.ts';
import { type By, itemActs, type Meant, type Place, wayOfItem, wayOfOwner } from './meaning.ts';

/*
 * What a sentence does in the talk (`recognition/dialogue-act`), where the plan stands: it leads where the plan's words say nothing,
 * and what they say must not be surely something else. The thresholds were chosen on the sentences kept back, said to a plan of the
 * offered parts: of a hundred four still led astray there (decision 74), so they are no proof for sentences of a new hand.
 */

/** So likely (log odds) it must be to be taken where words say nothing, and so much more than what leads elsewhere. */
const SURE = -0.5;
const AHEAD = 1;
/** The same where the way ends the call, which nobody takes back. */
const SURE_TO_END = 1;
/** What the plan's words say is doubted where it is less likely than this, and so much less than something else. */
const DOUBTED = -1;
const DOUBTED_TO_END = 0;
const BEHIND = 1;
/** Of a sentence that does nothing likelier than this nothing is known. */
const KNOWN = -2;

/** Nobody knows what a story does, of which the recogniser learnt none: so many characters at most. */
const LONGEST = 60;

/** A sentence of no form that asks asks something where this is so likely. */
const ASKING = 0;
/** One of such a form asks nothing where this is less: 「还不知道呢，要看那天有没有人送」. */
const MAY_ASK = -6;

/** A sentence with what it does. */
export interface Said {
  readonly text: string;
  readonly syllables: readonly string[];
  readonly asked: AskedKind;
  readonly odds: Odds;
  readonly surest: Act;
  /** Is it what was asked beside something else that was said? */
  readonly isBeside: boolean;
}

/** What kind of thing a node asks for: by its kind, else by the last of its sentences. */
const askedAt = (node: ListeningNode): Asked => {
  const asked = askedOf.get(node) ?? askedOnce(node);
  askedOf.set(node, asked);
  return asked;
};
/** Nodes never change, and are asked about at every turn. */
const askedOf = new WeakMap<ListeningNode, Asked>();

interface SaidBeside {
  readonly text: string;
  readonly syllables: readonly string[];
  readonly isBeside?: boolean;
}

const askedOnce = (node: ListeningNode): Asked => {
  const asked = askedBy(node.sentences.at(-1) ?? '');
  return node.kind === 'collect' || node.kind === 'menu' ? { ...asked, kind: 'what' } : asked;
};

export const saidAt = (node: ListeningNode, { text, syllables, isBeside = false }: SaidBeside): Said => {
  const asked = askedAt(node);
  const odds = actOdds(text, syllables, asked);
  const surest = dialogueActs.reduce((best, act) => (odds[act] > odds[best] ? act : best));
  return { text, syllables, asked: asked.kind, odds, surest, isBeside };
};

/**
 * Nobody answers so what a node asks for: a question, a refusal, what is said of the call itself, a mere 「嗯」. A text may be a no or
 * a complaint.
 */
export const isNoAnswer = (said: Said, accepts: Accepts): boolean => {
  const { surest, text } = said;
  if (text.length > LONGEST || surest === 'yes') return false;
  const mayBeText = (surest === 'no' && !withholds(text)) || surest === 'complaint';
  return !(accepts.type === 'text' && mayBeText) && isDoubted(said, ['answer']);
};

/** 「名字就不说了吧」, 「不方便透露」: who is asked for something and keeps it to himself. 「说不好」, 「不好说」, 「不知道怎么说」 do not know it. */
const withholding =
  /(?:[不别甭唔]|没法)(?:太?想|愿意?|方便|便|能|肯|敢|先|打算|编|像|要)?(?:跟你们?|给你们?)?(?:说|讲|告诉|透露|提供|留|填|登记|给(?!我))(?!不|清|准|好)/;
const withholds = (text: string): boolean => withholding.test(text);

/** What words mean stands, or gives way to what the sentence surely does; what is only doubted is asked back. */
export const settledBy = (place: Place, said: Said, byWords: Meant): Meant => {
  if (place.node.kind === 'llm' || said.text.length > LONGEST) return byWords;
  const other = deniedAlone(place, said, byWords) ?? refusesAll(place, said, byWords);
  if (other !== null || isOwnWords(said, byWords)) return other ?? byWords;
  const isNowhere = byWords.type === 'nothing' || byWords.type === 'unrouted';
  const invited = isNowhere && putsOff.has(said.surest) && invites.test(said.text) ? agreed(place, said) : null;
  if (invited !== null) return invited;
  const acts = actsFor(byWords);
  const isOther = acts !== null && isDoubted(said, acts, leastOf(place, said, byWords));
  const way = isNowhere || isOther ? wayByAct(place, said, said.surest) : null;
  if (way !== null) return way;
  const question = isNowhere && said.surest !== 'question' ? wayByAct(place, said, 'question') : null;
  if (question !== null) return question;
  return isOther && !(saysNo(byWords) && putsOff.has(said.surest)) ? nothing : byWords;
};

/** 「我在带娃，你直说」 has something to do, and listens. */
const invites =
  /[你您侬恁](?:就|先|直接|直|快|尽管|长话短)?(?:说|讲)(?:吧|嘛|呗|啊|噻|快点?|一下)?[。，！!\s]*$|(?:长话短说|有事说事|快说|直说)(?:吧|嘛)?[。，！!\s]*$/;
const agreed = (place: Place, { text, odds }: Said): Meant | null => {
  const by = { by: 'act', matched: text, score: scoreOf(odds.yes) } as const;
  return wayOfMeaning(place, 'yes', by) ?? onward(place, by);
};

/** 「不需要」 to 「需要上门吗？」 denies that, and refuses nothing else, where the node tells the two apart. */
const deniedAlone = (place: Place, { odds, text, asked }: Said, byWords: Meant): Meant | null => {
  if (asked !== 'whether' && asked !== 'confirm') return null;
  const isRefusal = byWords.type === 'router' && byWords.means === 'refuse' && byWords.understood.by !== 'exact';
  if (!isRefusal || odds.no < SURE || odds.no - odds.refuse < AHEAD) return null;
  const way = wayOfMeaning(place, 'no', { by: 'act', matched: text, score: scoreOf(odds.no) });
  return way?.type === 'router' && way.router.to !== byWords.router.to ? way : null;
};

/** 「早就说好了」 to 「他们还没同意吧？」 is like a yes, and says no. */
const leastOf = (place: Place, { asked }: Said, byWords: Meant): number =>
  asked === 'whetherNot' || endsCall(place, byWords) ? DOUBTED_TO_END : DOUBTED;

/** 「不打算装了，算了」 is like a no, and refuses all: so much likelier it must be. */
const LIKELIER = 0.5;
/** 「算了算了，发个资料吧」. */
const thenAgrees = /[，,\s][^，,\s不没别算甭唔]{2,}吧[。，]?$/;
const refusesAll = (place: Place, { odds, text }: Said, byWords: Meant): Meant | null => {
  const isNo =
    (byWords.type === 'router' || byWords.type === 'unrouted') &&
    byWords.means === 'no' &&
    byWords.understood.by === 'like' &&
    byWords.understood.score !== 1;
  if (
    !isNo ||
    odds.refuse < SURE ||
    odds.refuse - odds.no < LIKELIER ||
    saysLess.refuse?.(text) ||
    thenAgrees.test(text)
  )
    return null;
  return wayOfAct(place, 'refuse', { by: 'act', matched: text, score: scoreOf(odds.refuse) });
};

/** Where nothing is there for who is busy (「不方便」), a no of the plan's is one. */
const putsOff: ReadonlySet<Act> = new Set(['busy', 'later']);
const saysNo = (meant: Meant): boolean =>
  (meant.type === 'router' || meant.type === 'unrouted') && meant.means !== null && meant.means !== 'yes';

const nothing = { type: 'nothing' } as const;

/** The plan lists just this sentence (as one to be heard, or one like which others are), or a no that is a clause of its own (「不用了，普通的也太麻烦」): nobody knows better. */
const isOwnWords = ({ text, asked }: Said, meant: Meant): boolean => {
  if (!('understood' in meant)) return false;
  const { by, matched, score } = meant.understood;
  if (by === 'exact' || (by === 'like' && score === 1) || saysNothingBut(text, matched)) return true;
  // Turned round by a no before it: 「我觉得我们不是很需要」.
  if (by === 'words' && meant.understood.meaning === 'no' && asked !== 'whetherNot') return true;
  // 「没有没有，头一回听说」 to 「还没来过吧？」 is a yes, and what leads nowhere says nothing for itself.
  if (asked === 'whetherNot' || meant.type !== 'router') return false;
  return saysNo(meant) && clausesIn(text).some(clause => saysNothingBut(clause.text, matched));
};

/** By which acts what a plan understood may be said; null: by any, as the plan alone knows what its words are for. */
const actsFor = (meant: Meant): readonly Act[] | null => {
  if (meant.type === 'knowledge' && meant.item.common) return actsOfPart[meant.item.common];
  if (meant.type === 'knowledge')
    return byLikeness.has(meant.understood.by) ? actsOfItem(meant.understood.matched) : null;
  if (meant.type === 'again') return ['repeat'];
  if (meant.type !== 'router' && meant.type !== 'unrouted') return null;
  return meant.means === null ? null : actsOfMeaning[meant.means];
};
const byLikeness: ReadonlySet<string> = new Set(['like', 'sound']);
/** A question of the matter; where the sentence that it is like asks nothing, what one objects as well. */
const actsOfItem = (like: string): readonly Act[] => (asks(like) ? actsOfQuestion : [...actsOfQuestion, 'no', 'later']);
const actsOfQuestion: readonly Act[] = ['question', 'purpose', 'who', 'source', 'complaint'];
const actsOfMeaning: Readonly<Record<BuiltInMeaning, readonly Act[]>> = {
  /** 「什么时候都可以」 tells a time as well. */
  yes: ['yes', 'answer'],
  no: ['no', 'refuse'],
  refuse: ['refuse', 'no'],
};
const actsOfPart: Readonly<Record<NonNullable<KnowledgeItem['common']>, readonly Act[]>> = {
  refusal: ['refuse'],
  busy: ['busy', 'later'],
  whoAreYou: ['who', 'purpose'],
  repeat: ['repeat', 'purpose'],
  notHeard: ['repeat'],
  complaint: ['complaint'],
  wantsPerson: ['person'],
  wrongNumber: ['wrong'],
  numberSource: ['source'],
  thinkItOver: ['later', 'busy'],
};

/** Is none of these likely, and something else is, and more so? */
export const isDoubted = ({ odds, surest }: Said, acts: readonly Act[], least = DOUBTED): boolean => {
  const likely = Math.max(...acts.map(act => odds[act]));
  return odds[surest] >= KNOWN && likely < least && likely < odds[surest] - BEHIND;
};

/** What is said in one breath with it, or leads to much the same. */
const beside: Readonly<Partial<Record<Act, readonly Act[]>>> = {
  yes: ['question', 'who', 'purpose'],
  no: ['refuse'],
  refuse: ['no'],
  busy: ['later'],
  later: ['busy'],
  who: ['source', 'purpose', 'question'],
  source: ['who', 'purpose', 'question'],
  purpose: ['who', 'source', 'question'],
  repeat: ['question'],
};

const isSure = (odds: Odds, act: Act): boolean =>
  odds[act] >= SURE &&
  dialogueActs.every(other => other === act || beside[act]?.includes(other) || odds[act] - odds[other] >= AHEAD);

/** 「不需要打针吗」, 「可以？」, 「充满要好耐啊」 answer nothing, however they are said. */
const onlyAsks = (text: string): boolean => clausesIn(text).every(clause => asks(clause.text));
const endsAsking = /(?:[?？]|吗|么)$/;
const mocks = /(?:个(?:屁|鬼|锤子|毛|球)|你个?(?:头|妹|鬼|大爷)|才怪)[啊呀吧]?$/;
/** 「拆的时候灰大不大，家里有小孩」; 「要什么要」 denies by what it asks. */
const plainly = /(\p{Script=Han})[不没唔勿]\1|[吗伐㗎]|多少|怎么|咋(?:办|整|弄)|几[个点天年]|[行好中成得]不[，。]?$/u;
const asksPlainly = (text: string): boolean =>
  clausesIn(text).some(
    clause => asks(clause.text) && plainly.test(clause.text) && !/^(?:要|有|是)不/.test(clause.text),
  );
/** 「收得干净不嘛，莫给我漏一地」. */
const beginsAsking = (text: string): boolean => {
  const [first] = clausesIn(text);
  return first !== undefined && first.text.length > SHORTEST_QUESTION && asks(first.text);
};
/** 「行不行，行」. */
const SHORTEST_QUESTION = 4;
/** 「谁说不要了」, 「我可没说不要」. */
const noNo = /(?:谁|哪个)[说讲](?:我|我们|俺)?[不没]|没[说讲](?:我)?不/;
/** Of a person or a complaint: 「别转人工」, 「我不是要投诉」. */
const denied =
  /(?:不|别|甭|没|唔)(?:是|用|要|想|必|需要|打算)?(?:要|来|去)?(?:再|给我)?(?:转(?:人工|接|客服)|[找换叫](?:个?(?:真)?人|你们|经理|客服|领导)|投诉|举报)(?!.*就)/;
/** What is asked for is not what the call is for: nothing of a plan says why it asks. */
const whyAsked = /问(?:这|那)/;
/** Said so a sentence does it less than it seems. */
const saysLess: Readonly<Partial<Record<Act, (text: string) => boolean>>> = {
  yes: text => onlyAsks(text) || endsAsking.test(text) || mocks.test(text) || beginsAsking(text),
  no: text => endsAsking.test(text) || noNo.test(text) || asksPlainly(text),
  person: text => denied.test(text),
  complaint: text => denied.test(text),
  refuse: text =>
    endsAsking.test(text) ||
    asksPlainly(text) ||
    noNo.test(text) ||
    denied.test(text) ||
    /^(?:对不起|莫非)/.test(text) ||
    /不会(?:拉黑|举报|投诉)/.test(text),
  busy: saysNotBusy,
  purpose: text => whyAsked.test(text),
};

/** 「别打分了」 is like 「别打了」, and ends no call; 「不打折就别再打了」 does. */
const saysOfCalls = /[别不甭莫](?:再|要再?)?打(?:了|来|电话|过来|给|扰|$)/;
const otherThanCalls = /[别不甭莫](?:再|要|用)?打(?:分|针|包|折|开|扫|车|卡|字|伞|印|牌|球|工|架|草稿|表)/;

/** Where what a sentence does leads from here; null: nowhere, or it does not do it surely enough for what follows. */
export const wayByAct = (place: Place, said: Said, act: Act): Meant | null => {
  const { text, odds } = said;
  if (act === 'question') return wayOfQuestion(place, said);
  if (!isSure(odds, act) || saysLess[act]?.(text) || refusesOption(place, act, text)) return null;
  const way = wayOfAct(place, act, { by: 'act', matched: text, score: scoreOf(odds[act]) });
  const mayEnd =
    (odds[act] >= SURE_TO_END || (act === 'refuse' && keepsBack(place, text))) &&
    (!otherThanCalls.test(text) || saysOfCalls.test(text));
  return way !== null && (mayEnd || !endsCall(place, way)) ? way : null;
};

/** By what it is about, where none of the plan's words is in it. */
const wayOfQuestion = (place: Place, { text, syllables, odds, isBeside }: Said): Meant | null => {
  if (odds.question < (asksAnything(text) ? MAY_ASK : ASKING)) return null;
  const item = askedAbout(place.plan.recognition, { text, syllables, beside: isBeside });
  return item && wayOfItem(place, item);
};

/** 「补拍不用了」 refuses an option, not the talk. */
const refusesOption = ({ node }: Place, act: Act, text: string): boolean =>
  (act === 'no' || act === 'refuse') &&
  node.kind === 'collect' &&
  node.accepts.type === 'choice' &&
  refusedOptions(node.accepts.options, text).length > 0;

const wayOfAct = (place: Place, act: Act, by: By): Meant | null => {
  switch (act) {
    case 'question':
    case 'answer':
    case 'nothing':
      return null;
    case 'yes':
      return wayOfMeaning(place, act, by) ?? onward(place, by);
    case 'no':
      return wayOfMeaning(place, act, by) ?? (keepsBack(place, by.matched) ? wayOfMeaning(place, 'refuse', by) : null);
    case 'refuse':
      return (
        wayOfMeaning(place, act, by) ??
        wayOfMeaning(place, 'no', by) ??
        wayOfOwner(place, place.plan.everyday.refuse, by)
      );
    case 'repeat':
      return wayOfOwner(place, place.plan.everyday.repeat, by) ?? again(place, by);
    default:
      return wayOfOwner(place, place.plan.everyday[act], by);
  }
};

const toldTypes: ReadonlySet<string> = new Set(['text', 'phone', 'keys']);
const keepsBack = ({ node }: Place, text: string): boolean =>
  node.kind === 'collect' && toldTypes.has(node.accepts.type) && withholds(text);

/** By an intent of the plan that gives it words, if the node has a way of its own for that, else by the meaning. */
const wayOfMeaning = ({ plan, node }: Place, means: BuiltInMeaning, by: By): Meant | null => {
  const isOwn = ({ on }: { on: unknown }) =>
    typeof on === 'object' && plan.intents.get((on as { intent: string }).intent)?.means === means;
  const router = routerOn(node, means) ?? routersOf(node).find(isOwn);
  return router ? { type: 'router', router, means, understood: { meaning: means, name: '', ...by } } : null;
};

/** Who says yes to what was merely told goes on, as with words of the plan that lead nowhere. */
const onward = ({ node }: Place, by: By): Meant | null =>
  routerOn(node, 'other') ? { type: 'unrouted', means: 'yes', understood: { meaning: 'yes', name: '', ...by } } : null;

const again = ({ node }: Place, by: By): Meant | null =>
  itemActs(node, { common: 'notHeard' })
    ? { type: 'again', understood: { meaning: 'repeated', name: '', ...by } }
    : null;

const endsCall = ({ plan }: Place, way: Meant): boolean => {
  if (way.type === 'knowledge') return 'hangUp' in way.item.next;
  return way.type === 'router' && plan.nodes.get(way.router.to)?.kind === 'hangup';
};

/** Who still asks who calls is not to be let go, nor who denies and asks. */
export const letsGoWhoAsks = (
  place: Place,
  way: Extract<Meant, { type: 'router' }>,
  { common }: Pick<KnowledgeItem, 'common'>,
): boolean => (way.means !== 'yes' || common !== undefined) && endsCall(place, way);

const scoreOf = (odds: number): number => Math.min(0.99, Math.round(100 / (1 + Math.exp(-odds))) / 100);
