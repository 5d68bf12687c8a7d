import { spokenDigits } from '../answers/numerals.ts';
import type { Understood } from '../events/events.ts';
import type { Speaker } from '../plan/plan.ts';
import { comparable } from '../recognition/alike.ts';
import { tidy } from '../recognition/text.ts';

/**
 * Lines that were understood, and likely not as they were meant: what the callee does next tells. Who is misheard says it
 * again, puts it right, wants no more of it or hangs up; or the robot asks the same thing once more. Read of a talk's lines
 * alone, so that a record of any day can be looked at; nobody knows, it is a list to look through.
 */
export const suspicions = ['corrected', 'repeated', 'refused', 'askedAgain', 'hungUp'] as const;
export type Suspicion = (typeof suspicions)[number];

/** A line as records keep it. */
export interface TalkedLine {
  readonly line: number;
  readonly speaker: Speaker;
  readonly text: string;
  readonly node: string;
  readonly understood: Pick<Understood, 'meaning' | 'by' | 'matched'> | null;
}

interface Suspect {
  readonly line: number;
  readonly because: Suspicion;
}

/** `hungUp`: the callee did, and the plan had not come to its end. */
export const suspectsOf = (
  lines: readonly TalkedLine[],
  { hungUp }: { readonly hungUp: boolean },
): readonly Suspect[] =>
  lines.flatMap((said, at) => {
    if (said.speaker !== 'callee' || !mayBeMisheard(said)) return [];
    const further = lines.slice(at + 1);
    const next = further.findIndex(({ speaker }) => speaker === 'callee');
    const replies = further.slice(0, next < 0 ? undefined : next);
    if (tookWhatIsTakenBack(said)) return [{ line: said.line, because: 'corrected' as const }];
    const because = next < 0 ? afterLast(said, replies, hungUp) : afterReply(said, replies, further[next]!);
    return because === null ? [] : [{ line: said.line, because }];
  });

/** A key is a key, and a refusal that was taken for one ends the matter. */
const mayBeMisheard = ({ understood, text }: TalkedLine): boolean =>
  understood !== null &&
  understood.by !== 'key' &&
  understood.by !== 'wish' &&
  understood.meaning !== 'refuse' &&
  !refuses(text);

const afterLast = ({ text }: TalkedLine, replies: readonly TalkedLine[], hungUp: boolean): Suspicion | null =>
  hungUp && replies.length > 0 && !bye.test(tidy(text)) ? 'hungUp' : null;

const afterReply = (said: TalkedLine, replies: readonly TalkedLine[], next: TalkedLine): Suspicion | null => {
  if (replies.length === 0) return null;
  if (corrects.test(tidy(next.text))) return 'corrected';
  if (isSame(said.text, next.text)) return 'repeated';
  const isAside = said.understood?.meaning.startsWith('knowledge:') === true;
  // Whoever was told the price may well want no more.
  if (refuses(next.text)) return isAside && said.understood?.by === 'words' ? null : 'refused';
  return next.node === said.node && !isAside ? 'askedAgain' : null;
};

const bye = /再见|拜拜|挂了|再会|谢谢/;
const corrects =
  /^(?:[啊哎诶嗯哦喂]|等等|等一下|等会儿?|你好){0,3}(?:不是|不对|错了|(?:你)?(?:听|弄|搞|记|理解)(?:错|岔|反)|我(?:刚才?)?(?:说|问|讲)的?(?:是|不是)|我是(?:说|问|讲)|我(?:没|不是)(?:说|问|讲|这个)|我的意思)/;
/** In the same breath: 「周四，啊不对，周五」. */
const takesBack =
  /[，,。！…\s](?:[啊哎呃哦嗯诶噢][，,]?)?(?:不对|不是|不不|不行|说错|记错|记岔|搞错|弄错|口误|等会儿?|等一下|等等|还是|也行|也可以)/;

/** What it was taken for stands before the word that takes it back, and nowhere behind it. */
const tookWhatIsTakenBack = ({ text, understood }: TalkedLine): boolean => {
  const back = takesBack.exec(text);
  if (back === null || understood === null || understood.by === 'text' || understood.by === 'like') return false;
  const heard = tidy(understood.matched);
  const [before, behind] = [tidy(text.slice(0, back.index)), tidy(text.slice(back.index))];
  // Of a telephone number its figures are told, which may have been words.
  const holds = (part: string) =>
    part.includes(heard) || (understood.by === 'phone' && spokenDigits(part).includes(heard));
  return holds(before) && !holds(behind);
};

const refusal = /不需要|不用了|不要了?|没兴趣|不感兴趣|不考虑|不想|算了|别打|没必要/;
const refuses = (text: string): boolean => refusal.test(tidy(text));

/** So much of two sentences must be the same. */
const ALIKE = 0.6;
const LEAST_PAIRS = 2;

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  if (a.size < LEAST_PAIRS || b.size < LEAST_PAIRS) return false;
  const both = [...a].filter(pair => b.has(pair)).length;
  return (2 * both) / (a.size + b.size) >= ALIKE;
};

const pairsOf = (text: string): ReadonlySet<string> => {
  const chars = [...comparable(text).text];
  return new Set(chars.slice(1).map((char, at) => chars[at]! + char));
};
