import { type CalleeWant, type Level, levels } from '../conversation/index.ts';

/*
 * Which of hundreds of live calls somebody should look at first: whose callee asks for a person, who complains, who has said nothing
 * for long; of the others the better level so far comes first, of equals the longer talk.
 */

/** The most urgent first. `silent`: a robot speaks to nobody, or to a machine. */
export const attentions = ['person', 'complaint', 'silent'] as const;
export type Attention = (typeof attentions)[number];

/** Longer than any sentence of a robot and the answer to it. */
const LONG_SILENCE_MS = 20_000;

/** What is known of a talk that goes on. */
export interface TalkNow {
  readonly wants: readonly CalleeWant[];
  /** Since the callee said something, or answered the phone; null: not answered yet. */
  readonly quietMs: number | null;
  readonly level: Level | null;
  readonly talkMs: number;
}

/** What was heard of a talk; `heardMs`: when the callee was heard last, in ms since the answer. */
export interface TalkHeard extends Pick<TalkNow, 'wants' | 'level'> {
  readonly heardMs: number | null;
}

/** A talk that nothing was heard of has its time alone. `answeredAt`: null, nobody has answered; ms, as `now` is. */
export const talkNow = (heard: TalkHeard | undefined, answeredAt: number | null, now: number): TalkNow => {
  const { wants = [], level = null, heardMs = null } = heard ?? {};
  if (answeredAt === null) return { wants, level, quietMs: null, talkMs: 0 };
  const talkMs = Math.max(0, now - answeredAt);
  return { wants, level, talkMs, quietMs: Math.max(0, talkMs - (heardMs ?? 0)) };
};

/** Why somebody should look at it; null: it goes its way. */
export const attentionOf = ({ wants, quietMs }: Pick<TalkNow, 'wants' | 'quietMs'>): Attention | null => {
  const asked = attentions.find(attention => attention !== 'silent' && wants.includes(attention));
  if (asked !== undefined) return asked;
  return quietMs !== null && quietMs >= LONG_SILENCE_MS ? 'silent' : null;
};

const placeOf = <T>(all: readonly T[], one: T | null): number => (one === null ? all.length : all.indexOf(one));

/** Compares two talks: who is to be looked at first. */
export const byAttention = (a: TalkNow, b: TalkNow): number =>
  placeOf(attentions, attentionOf(a)) - placeOf(attentions, attentionOf(b)) ||
  placeOf(levels, a.level) - placeOf(levels, b.level) ||
  b.talkMs - a.talkMs;
