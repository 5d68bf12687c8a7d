import type { CallOf, endpoints } from '@lianxian/contract';
import type { CallState, Level } from '@lianxian/core';
import { type Days, spanOf } from '../../../ui/filter/days.ts';

export interface CallConditions {
  readonly time: Days | null;
  readonly task: string | null;
  readonly levels: readonly Level[];
  readonly states: readonly CallState[];
}
export const allCalls: CallConditions = { time: null, task: null, levels: [], states: [] };

export interface Recipients {
  readonly of: 'phones' | 'calls';
  readonly phones: string;
  readonly calls: CallConditions;
}

type Asked = Pick<CallOf<typeof endpoints.sms.count>, 'of' | 'phones' | 'calls'>;

/** What the endpoints are asked. `now` is the end of a span that leads up to the present. */
export const askedOf = ({ of, phones, calls }: Recipients, now: Date): Asked => {
  if (of === 'phones') return { of, phones: phones.trim() };
  const { time, task, levels, states } = calls;
  return {
    of,
    calls: {
      ...spanOf(time, now),
      ...(task && { taskId: task }),
      ...(levels.length > 0 && { levels: [...levels] }),
      ...(states.length > 0 && { states: [...states] }),
    },
  };
};

/** Lines that hold something. */
export const linesOf = (phones: string): number => phones.split(/[\n,，;；]/).filter(line => line.trim() !== '').length;
