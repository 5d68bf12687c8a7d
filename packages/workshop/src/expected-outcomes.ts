import type { CallState, HungUpBy, Level } from '@lianxian/core';
import { practiceCalleeAt } from '@lianxian/core/simulation';

/**
 * What must come of a call of the seeded plan (试听课回访) to each kind of practice callee, written by hand from the plan's
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
  /** The final SIP answer where it was not picked up; 487 is the answer to our own CANCEL. */
  readonly sipCode: number | null;
}

const unanswered = (number: string, callee: string, state: CallState, sipCode: number): ExpectedOutcome => ({
  number,
  callee,
  state,
  level: null,
  levelRule: null,
  answers: {},
  lastNode: null,
  hungUpBy: 'nobody',
  sipCode,
});

type Talked = Pick<ExpectedOutcome, 'level' | 'levelRule' | 'answers' | 'lastNode' | 'hungUpBy'>;

const answered = (number: string, callee: string, talked: Talked): ExpectedOutcome => ({
  number,
  callee,
  state: 'answered',
  ...talked,
  sipCode: null,
});

export const expectedOutcomes: readonly ExpectedOutcome[] = [
  answered('15400000001', '好说话', {
    level: 'A',
    levelRule: '约好了试听时间',
    answers: { grade: '三年级', trialTime: '周六上午' },
    lastNode: '预约成功',
    hungUpBy: 'robot',
  }),
  answered('15400000002', '先问价', {
    level: 'B',
    levelRule: '愿意试听，时间没定',
    answers: { grade: '五年级' },
    lastNode: '先留名额',
    hungUpBy: 'robot',
  }),
  answered('15400000003', '不需要', {
    level: 'E',
    levelRule: '明确拒绝',
    answers: {},
    lastNode: '婉拒挽留',
    hungUpBy: 'callee',
  }),
  unanswered('15400000004', '占线', 'busy', 486),
  unanswered('15400000005', '拒接', 'rejected', 603),
  unanswered('15400000006', '没人接', 'noAnswer', 487),
  unanswered('15400000007', '已关机', 'unreachable', 480),
  answered('15400000008', '语音信箱', {
    level: 'F',
    levelRule: '没有有效对话',
    answers: {},
    lastNode: '听不到',
    hungUpBy: 'robot',
  }),
  answered('15400000009', '不说话', {
    level: 'F',
    levelRule: '没有有效对话',
    answers: {},
    lastNode: '听不到',
    hungUpBy: 'robot',
  }),
  answered('15400000010', '按键', {
    level: 'A',
    levelRule: '约好了试听时间',
    answers: { grade: '二年级', trialTime: '周日上午', contactPhone: '13900001111' },
    lastNode: '预约成功并改号码',
    hungUpBy: 'robot',
  }),
  answered('15400000011', '抢话', {
    level: 'E',
    levelRule: '明确拒绝',
    answers: {},
    lastNode: '礼貌结束',
    hungUpBy: 'robot',
  }),
  answered('15400000012', '听一半', {
    level: 'F',
    levelRule: '没有有效对话',
    answers: {},
    lastNode: '开场白',
    hungUpBy: 'callee',
  }),
  answered('15400000013', '话多', {
    level: 'E',
    levelRule: '明确拒绝',
    answers: {},
    lastNode: '礼貌结束',
    hungUpBy: 'robot',
  }),
  answered('15400000014', '改主意', {
    level: 'A',
    levelRule: '约好了试听时间',
    answers: { trialTime: '周日下午' },
    lastNode: '预约成功',
    hungUpBy: 'robot',
  }),
  answered('15400000015', '路边', {
    level: 'C',
    levelRule: '约了回电',
    answers: { callbackTime: '明天上午' },
    lastNode: '稍后回电',
    hungUpBy: 'robot',
  }),
  answered('15400000016', '来电助理', {
    level: 'D',
    levelRule: '说过话，没有表态',
    answers: {},
    lastNode: '核对年级',
    hungUpBy: 'callee',
  }),
  unanswered('15400000017', '空号', 'emptyNumber', 404),
  answered('15400000018', '彩铃', {
    level: 'C',
    levelRule: '聊到课程，没有定',
    answers: { grade: '一年级' },
    lastNode: '保持联系',
    hungUpBy: 'robot',
  }),
  // Of the plan as it is without people; where there are seats, the call is handed over.
  answered('15400000019', '找真人', {
    level: 'D',
    levelRule: '说过话，没有表态',
    answers: {},
    lastNode: '保持联系',
    hungUpBy: 'robot',
  }),
  answered('15400000020', '聊得来', {
    level: 'A',
    levelRule: '约好了试听时间',
    answers: { grade: '三年级', trialTime: '周六上午' },
    lastNode: '预约成功',
    hungUpBy: 'robot',
  }),
];

/**
 * The same for any of the 10,000 numbers: it is one of the twenty kinds. Throws for a number outside the town.
 */
export const expectedOf = (number: string): ExpectedOutcome => {
  const name = practiceCalleeAt(number)?.name;
  const row = expectedOutcomes.find(({ callee }) => callee === name);
  if (!row) throw new Error(`${number} is nobody's practice number`);
  return { ...row, number };
};
