import type { Question } from '../conversation/index.ts';
import { dice } from '../kit/index.ts';
import type { Meant } from './meant.ts';
import { misheard } from './mishearing.ts';
import { answerTo, questionBefore, refusalTo } from './replies.ts';
import type { Reply } from './telling.ts';
import { mending, mendingToYes } from './wordings/mending.ts';

/**
 * The mind of a practice callee: it has the plan's question before it and answers in words of its own, by its temper. Pure:
 * the same temper, question, memory and seed give the same words. It knows what it meant.
 */
export const tempers = ['willing', 'asking', 'refusing', 'correcting', 'misheard'] as const;
/** `misheard`: willing, on a line on which it is not heard right. */
export type Temper = (typeof tempers)[number];

/** What it remembers of the call. */
export interface Memory {
  /** How often it has answered at each node. */
  readonly told: Readonly<Record<string, number>>;
  /** Questions of its own so far, and where the last one was. */
  readonly asked: number;
  readonly askedAt: string;
  readonly refused: number;
}
export const noMemory: Memory = { told: {}, asked: 0, askedAt: '', refused: 0 };

/** One turn. `heard`: the words that arrive at the other end, where they are others. */
interface MindTurn {
  readonly does:
    | { readonly says: string; readonly heard?: string }
    | { readonly presses: string }
    | { readonly listens: true }
    | { readonly hangsUp: true };
  readonly meant: Meant | null;
  readonly memory: Memory;
}

/** Answered so often at one node, it has had enough. */
const MOST_TOLD = 5;
const MOST_ASKED = 2;
const MOST_REFUSED = 2;
/** Of a hundred first answers so many are put as anybody would. */
const PLAIN = 20;
const CORRECTED = 60;
const QUESTIONS = 70;

interface Minded {
  readonly temper: Temper;
  /** Who it is. */
  readonly seed: number;
  /** Turns taken before. */
  readonly turn: number;
}

export const turnOf = ({ temper, seed, turn }: Minded, question: Question, memory: Memory): MindTurn => {
  const { node, wants } = question;
  if (wants.type === 'nothing') return { does: { listens: true }, meant: null, memory };
  const told = memory.told[node] ?? 0;
  if (told >= MOST_TOLD || memory.refused > MOST_REFUSED) return { does: { hangsUp: true }, meant: null, memory };
  const throws = dice(seed * 7_919 + turn * 104_729 + 17);
  const chance = () => throws.next() * 100;
  const telling = { who: seed, isPlain: told > 0 || chance() < PLAIN, throws };
  const answered = { ...memory, told: { ...memory.told, [node]: told + 1 } };
  if (temper === 'refusing')
    return turnBy(refusalTo({ ...telling, isPlain: memory.refused > 0 }), { ...answered, refused: memory.refused + 1 });
  if (temper === 'asking' && memory.asked < MOST_ASKED && memory.askedAt !== node && chance() < QUESTIONS)
    return turnBy(questionBefore(question, telling), { ...memory, asked: memory.asked + 1, askedAt: node });
  const reply = answerTo(question, wants, telling);
  const isMended = temper === 'correcting' && told === 0 && chance() < CORRECTED;
  if (isMended) return turnBy(mended(reply, answerTo(question, wants, telling, 1), throws.pick), answered);
  const said = turnBy(reply, answered);
  if (temper !== 'misheard' || !('says' in said.does)) return said;
  return { ...said, does: { ...said.does, heard: misheard(said.does.says, throws) } };
};

const turnBy = (reply: Reply, memory: Memory): MindTurn => {
  const { meant } = reply;
  return { does: 'says' in reply ? { says: reply.says } : { presses: reply.presses }, meant, memory };
};

/** Another answer first, or a no before a yes; what cannot be mended is said as it is. */
const mended = (reply: Reply, other: Reply, pick: <T>(items: readonly T[]) => T): Reply => {
  if (!('says' in reply)) return reply;
  const { meant } = reply;
  const bare = (text: string): string => text.replace(/[。！]$/, '');
  if (meant.type === 'way' && meant.means === 'yes')
    return { says: pick(mendingToYes).replace('{b}', reply.says), meant };
  const isAnother = 'says' in other && JSON.stringify(other.meant) !== JSON.stringify(meant);
  if (meant.type !== 'answer' || meant.value.of === 'text' || !isAnother) return reply;
  return { says: pick(mending).replace('{a}', bare(other.says)).replace('{b}', bare(reply.says)), meant };
};
