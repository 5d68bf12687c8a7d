import type { CallWord } from '@lianxian/contract';
import { byAttention, type TalkHeard, talkNow } from '@lianxian/core';

/**
 * How live calls stand, as far as this process has heard of them: while somebody watches the live page, what is said in all live
 * calls of the merchant passes here. So the first of more calls than a page shows are the ones that matter most of all of them.
 */
export interface Standings {
  readonly hear: (words: readonly CallWord[]) => void;
  /** Who is to be looked at first comes first. */
  readonly sorted: <C extends LivingCall>(calls: readonly C[], now: Date) => readonly C[];
}

interface LivingCall {
  readonly id: string;
  readonly answeredAt: Date | null;
}

/** More calls than a house has at once; the one that was heard of longest ago goes. */
const MOST_HEARD = 50_000;

export const openStandings = (): Standings => {
  const heard = new Map<string, TalkHeard>();
  return {
    hear: words => {
      for (const { call, state, wants, level, heardMs } of words) {
        heard.delete(call);
        if (state !== 'ended') heard.set(call, { wants, level, heardMs });
      }
      for (const oldest of heard.keys()) {
        if (heard.size <= MOST_HEARD) break;
        heard.delete(oldest);
      }
    },
    sorted: (calls, now) =>
      calls
        .map(call => ({ call, talk: talkNow(heard.get(call.id), call.answeredAt?.getTime() ?? null, now.getTime()) }))
        .toSorted((a, b) => byAttention(a.talk, b.talk))
        .map(({ call }) => call),
  };
};
