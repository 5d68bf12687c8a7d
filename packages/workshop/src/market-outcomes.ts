import type { CallState, HungUpBy, Level } from '@lianxian/core';
import type { MarketPlan } from '../../server/seed/market/index.ts';

/**
 * What must come of a call of each of our plans to somebody of the practice town, written by hand from the plan's drawing and
 * from how that callee is. The simulator and the real SIP call must both agree with it. Whole ways take minutes of real time;
 * here the plans whose goal is near come to it, and the others begin, are refused, or hear nobody.
 */
export interface MarketOutcome {
  readonly slug: MarketPlan['slug'];
  readonly number: string;
  readonly callee: string;
  readonly state: CallState;
  readonly level: Level | null;
  /** By label. */
  readonly answers: readonly (readonly [label: string, value: string])[];
  readonly hungUpBy: HungUpBy;
}

const row = (
  slug: MarketOutcome['slug'],
  [number, callee]: readonly [string, string],
  level: Level,
  rest: Partial<Pick<MarketOutcome, 'answers' | 'hungUpBy'>> = {},
): MarketOutcome => ({ slug, number, callee, state: 'answered', level, answers: [], hungUpBy: 'robot', ...rest });
const unanswered = (
  slug: MarketOutcome['slug'],
  [number, callee]: readonly [string, string],
  state: CallState,
): MarketOutcome => ({
  ...{ slug, number, callee, state, level: null, answers: [], hungUpBy: 'nobody' },
});

const hearsHalf = { hungUpBy: 'callee' } as const;

export const marketOutcomes: readonly MarketOutcome[] = [
  row('invitation', ['15400000003', '不需要'], 'E'),
  row('reminder', ['15400000076', '好说话'], 'A'),
  row('survey', ['15400000039', '不需要'], 'E'),
  row('trialClass', ['15400000012', '听一半'], 'F', hearsHalf),
  unanswered('trialClass', ['15400000004', '占线'], 'busy'),
  row('loanReminder', ['15400000351', '好说话'], 'A', { answers: [['还款方式', '手动还款']] }),
  row('loanReminder', ['15400000060', '不需要'], 'E'),
  row('insuranceRenewal', ['15400000025', '听一半'], 'F', hearsHalf),
  row('carService', ['15400000026', '听一半'], 'F', hearsHalf),
  unanswered('carService', ['15400000017', '空号'], 'emptyNumber'),
  row('homeViewing', ['15400000065', '听一半'], 'F', hearsHalf),
  row('beautyFollowUp', ['15400000083', '听一半'], 'F', hearsHalf),
  row('delivery', ['15400000001', '好说话'], 'A', { answers: [['放在哪里', '代收点']] }),
  row('meetingNotice', ['15400000098', '听一半'], 'F', hearsHalf),
  unanswered('meetingNotice', ['15400000005', '拒接'], 'rejected'),
  row('interview', ['15400000009', '不说话'], 'F'),
  row('governmentNotice', ['15400000121', '不需要'], 'E'),
  row('afterSales', ['15400000104', '听一半'], 'F', hearsHalf),
];
