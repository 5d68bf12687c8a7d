import { setTimeout as delay } from 'node:timers/promises';
import type { Plan, SpeakNode } from '@lianxian/core';
import { SENTENCE_WAIT_MS } from '../../../../core/src/conversation/walk/limits.ts';
import type { GapFigures } from '../../../../telephony/bench/gaps.ts';
import { until } from '../../../journeys/house/api.ts';
import { publishPlan } from '../../../journeys/house/plans.ts';
import { stolenSeconds } from '../cpu.ts';
import { askFarEnd, keepCalls, openBenchHouse, RAMP_LIMIT_MS, WARM_MS } from '../house-calls.ts';

/**
 * Turn-taking of many calls through the whole house over an ordinary line, measured at the far end's sockets: how soon
 * the robot is silent when it is spoken over, and how soon it answers. Over such a line there are no words, so the answer
 * is the plan's to somebody not understood: after the silence that ends a voice the conversation waits for words that do
 * not come. Both waits are set ones and taken off; what is left is the machine's own delay, lateness of the far end's
 * process included. How soon it is silent counts from the first sound, nothing taken off.
 */
export interface TalkFigure {
  readonly calls: number;
  readonly seconds: number;
  readonly seed: number;
  readonly stop: Spread;
  readonly answer: Spread;
  /** Turns spoken over a robot that went on; turns that were never answered. */
  readonly notStopped: number;
  readonly notAnswered: number;
  /** Between the robot's packets, meanwhile. */
  readonly gaps: GapFigures;
  readonly stolenSeconds: number;
}

/** In ms. */
interface Spread {
  readonly turns: number;
  readonly p50: number;
  readonly p95: number;
  readonly worst: number;
}

/** The end of a voice is believed after 23 quiet frames (telephony/media/voice-activity.ts). */
const SET_SILENCE_MS = 460;
/** An answer that is due at the end of the measured time has come by then. */
const LAST_ANSWER_MS = 5_000;

const text = '您好我们正在为本市的家长介绍新学期的课程安排和试听时间您听到这里随时都可以打断我我会马上停下来听您说';

const node = (id: string, onward: string): SpeakNode => ({
  kind: 'speak',
  id,
  name: id,
  sentences: [text],
  interruption: { when: 'always' },
  routers: [{ on: 'other', to: onward }],
});

/** Talks without end, may always be interrupted, and answers whatever is not understood at once. */
const endlessPlan: Plan = {
  name: '轮流说话',
  variables: [],
  rootFlow: 'main',
  flows: [{ id: 'main', name: '主流程', rootNode: 'one', nodes: [node('one', 'other'), node('other', 'one')] }],
  intents: [],
  knowledge: [],
  levelRules: [{ level: 'F', name: '其他', when: [] }],
  defaults: {
    silence: { ms: 3_000, sentences: [text, text, text] },
    notUnderstood: { sentences: [] },
    longestMs: 300_000,
    mostTurns: 1_000,
    announcement: '',
  },
};

const spreadOf = (values: readonly number[], setMs: number): Spread => {
  const sorted = values.map(ms => ms - setMs).sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  return { turns: sorted.length, p50: at(0.5), p95: at(0.95), worst: at(1) };
};

export const measureTalk = async (calls: number, seconds: number, seed: number): Promise<TalkFigure> => {
  const { house, far, api, ids, stop } = await openBenchHouse({}, ['turns', `${seed}`]);
  try {
    const planId = await publishPlan(house, endlessPlan);
    const kept = keepCalls(api, far, calls, { ...ids, planId });
    await until(`${calls} live calls`, RAMP_LIMIT_MS, () => (kept.live() >= calls * 0.98 ? true : null));
    await delay(WARM_MS);
    const stolen = stolenSeconds();
    await askFarEnd(far, true);
    await delay(seconds * 1_000 + LAST_ANSWER_MS);
    await kept.stop();
    const { turns, gaps } = await askFarEnd(far);
    if (!turns || turns.stopMs.length === 0) throw new Error('nobody took a turn');
    return {
      calls,
      seconds,
      seed,
      stop: spreadOf(turns.stopMs, 0),
      answer: spreadOf(turns.answerMs, SET_SILENCE_MS + SENTENCE_WAIT_MS),
      notStopped: turns.notStopped,
      notAnswered: turns.notAnswered,
      gaps,
      stolenSeconds: stolenSeconds() - stolen,
    };
  } finally {
    await stop();
  }
};
