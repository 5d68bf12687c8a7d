import { keyedText } from '@lianxian/contract';
import { maskedTexts, maskNumbers, type TalkSoFar, type TalkView } from '@lianxian/core';
import type { SaidBefore } from '../../platform/db/schema.seat-calls.ts';

/**
 * What a seat reads before it takes a call: the words, what was answered, how warm it is, and all of that in short, by rule at
 * once and by the merchant's language model when it comes.
 */

/** A page shows the end of a talk; who wants more opens the record. */
const MOST_CHATS = 200;
/** A summary by rule: each answer in a line of its own, and the last things said. */
const LAST_LINES = 3;
const LINE_CHARS = 60;
const SUMMARY_CHARS = 500;

const userOf = { robot: 'robot', seat: 'seat', callee: 'user', key: 'user' } as const;

export const saidBefore = ({ lines, answers, level }: Pick<TalkView, 'lines' | 'answers' | 'level'>): SaidBefore => {
  const chats = lines
    .filter(line => line.text !== '')
    .map(({ by, text }) => ({ user: userOf[by], tran: by === 'key' ? keyedText(text) : text }))
    .slice(-MOST_CHATS);
  const kept = answers.map(({ label, value }) => ({ label, value }));
  return { summary: summaryOf(chats, kept), summaryBy: 'rule', chats, answers: kept, level };
};

const summaryOf = (chats: SaidBefore['chats'], answers: SaidBefore['answers']): string => {
  const said = chats.filter(({ user }) => user === 'user').slice(-LAST_LINES);
  const last = said.map(({ tran }) => (tran.length > LINE_CHARS ? `${tran.slice(0, LINE_CHARS)}…` : tran));
  const known = answers.map(({ label, value }) => `${label}：${value}`);
  return [...known, last.join(' / ')]
    .filter(part => part !== '')
    .join('\n')
    .slice(0, SUMMARY_CHARS);
};

/** As a language model reads it: no number of a telephone leaves the house. Null: there is nothing to sum up yet. */
const talkToSum = ({ chats, answers }: Pick<SaidBefore, 'chats' | 'answers'>): TalkSoFar | null => {
  if (answers.length === 0 && !chats.some(({ user }) => user === 'user')) return null;
  const lines = chats.map(({ user, tran }) => ({ speaker: user === 'user' ? ('callee' as const) : user, text: tran }));
  const texts = maskedTexts(lines);
  return {
    said: lines.map(({ speaker: by }, at) => ({ by, text: texts[at] ?? '' })),
    answers: answers.map(({ label, value }) => ({ label, value: maskNumbers(value) })),
  };
};

/** A talk in short by the merchant's language model; null: there is none, or not in time. Never rejects. */
export type Summarise = (
  of: { readonly merchantId: string; readonly call: string },
  talk: TalkSoFar,
  limits: { readonly limitMs: number; readonly signal: AbortSignal },
) => Promise<string | null>;

/** Of one call. */
export interface Summing {
  /**
   * What the model makes of what was said; null: nothing, or there is something newer. Asked for the same words again, by the
   * next who is rung, it is the same answer, and is paid for once.
   */
  readonly of: (said: SaidBefore) => Promise<string | null>;
  /** Nobody wants to know any more. */
  readonly stop: () => void;
}

/** A seat has read the rule's by then, or has taken the call. */
const LIMIT_MS = 3_000;

interface Asked {
  readonly words: string;
  readonly answer: Promise<string | null>;
  readonly over: AbortController;
}

export const summingWith = (call: Parameters<Summarise>[0], summarise: Summarise): Summing => {
  let last: Asked | null = null;
  return {
    of: async said => {
      const talk = talkToSum(said);
      if (talk === null) return null;
      const words = JSON.stringify(talk);
      if (last?.words !== words) {
        last?.over.abort();
        const over = new AbortController();
        last = { words, over, answer: summarise(call, talk, { limitMs: LIMIT_MS, signal: over.signal }) };
      }
      const asked = last;
      const summary = await asked.answer;
      return asked === last && !asked.over.signal.aborted ? summary : null;
    },
    stop: () => last?.over.abort(),
  };
};
