import { type CallOf, type endpoints, type OutputOf, taskLimits } from '@lianxian/contract';
import { type RetryableState, retryableStates } from '@lianxian/core';
import { readTime, timeText } from '../../../ui/week/week.ts';
import { wholeNumber } from './whole-number.ts';

/** What is tried again, as one types it: figures and hours as text, so that half-typed ones stay. */
export const retryTimes = ['any', 'otherPart', 'hours'] as const;
export interface RetryDraft {
  readonly state: RetryableState;
  readonly times: string;
  readonly afterMinutes: string;
  readonly at: (typeof retryTimes)[number];
  readonly from: string;
  readonly to: string;
  /** '' where it is the task's. */
  readonly planId: string;
  readonly planName: string;
}

type Kept = OutputOf<typeof endpoints.task.detail>['retries'];
type Sent = CallOf<typeof endpoints.task.save>['retries'];

export const usualRetry: Omit<RetryDraft, 'state'> = {
  ...{ times: '1', afterMinutes: '30', at: 'any', from: '18:00', to: '20:00', planId: '', planName: '' },
};

/** The usual outcomes first. */
export const rulesOf = (rules: Kept): readonly RetryDraft[] =>
  retryableStates.flatMap(state => {
    const rule = rules[state];
    if (rule === undefined) return [];
    const { times, afterMinutes, at = 'any', planId = '', planName = '' } = rule;
    const hours = typeof at === 'string' ? {} : { from: timeText(at.from), to: timeText(at.to) };
    const kind = typeof at === 'string' ? at : 'hours';
    const figures = { times: String(times), afterMinutes: String(afterMinutes) };
    return [{ ...usualRetry, state, ...figures, at: kind, ...hours, planId, planName }];
  });

const hoursOf = ({ from, to }: RetryDraft) => {
  const [begins, ends] = [readTime(from), readTime(to)];
  return begins === null || ends === null || begins >= ends ? null : { from: begins, to: ends };
};

export const isRetryFault = (rule: RetryDraft): boolean =>
  wholeNumber(rule.times, taskLimits.times) === null ||
  wholeNumber(rule.afterMinutes, taskLimits.afterMinutes) === null ||
  (rule.at === 'hours' && hoursOf(rule) === null);

const timeOf = (rule: RetryDraft) => (rule.at === 'hours' ? hoursOf(rule) : rule.at === 'otherPart' ? rule.at : null);

/** As the contract takes them; without faults. */
export const retriesOf = (rules: readonly RetryDraft[]): Sent =>
  Object.fromEntries(
    rules.map(rule => {
      const at = timeOf(rule);
      return [
        rule.state,
        {
          times: wholeNumber(rule.times, taskLimits.times) ?? 1,
          afterMinutes: wholeNumber(rule.afterMinutes, taskLimits.afterMinutes) ?? 0,
          ...(at !== null && { at }),
          ...(rule.planId !== '' && { planId: rule.planId }),
        },
      ];
    }),
  );
