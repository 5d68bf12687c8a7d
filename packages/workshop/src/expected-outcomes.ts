import type { CallState, HungUpBy, Level } from '@lianxian/core';

/**
 * What must come of a call of the seeded plan (试听课回访) to each practice callee, written by hand from the plan's
 * drawing. The simulator and the real SIP call must both agree with it, whatever the seed.
 */
export interface ExpectedOutcome {
  readonly number: string;
  readonly callee: string;
  readonly state: CallState;
  /** An unanswered call has no level. */
  readonly level: Level | null;
  readonly levelRule: string | null;
  /** By variable of the plan. */
  readonly answers: Readonly<Record<string, string>>;
  readonly lastNode: string | null;
  readonly hungUpBy: HungUpBy;
  /** The final SIP answer where it was not picked up. */
  readonly sipCode: number | null;
}

export const expectedOutcomes: readonly ExpectedOutcome[] = [
  {
    number: '15400000001',
    callee: '好说话',
    state: 'answered',
    level: 'A',
    levelRule: '约好了试听时间',
    answers: { grade: '三年级', trialTime: '周六上午' },
    lastNode: '预约成功',
    hungUpBy: 'robot',
    sipCode: null,
  },
  {
    number: '15400000002',
    callee: '先问价',
    state: 'answered',
    level: 'B',
    levelRule: '愿意试听，时间没定',
    answers: { grade: '五年级' },
    lastNode: '先留名额',
    hungUpBy: 'robot',
    sipCode: null,
  },
  {
    number: '15400000003',
    callee: '不需要',
    state: 'answered',
    level: 'E',
    levelRule: '明确拒绝',
    answers: {},
    lastNode: '婉拒挽留',
    hungUpBy: 'callee',
    sipCode: null,
  },
  {
    number: '15400000004',
    callee: '占线',
    state: 'busy',
    level: null,
    levelRule: null,
    answers: {},
    lastNode: null,
    hungUpBy: 'nobody',
    sipCode: 486,
  },
];
