import { type CallOf, customerType, type endpoints } from '@lianxian/contract';
import type { CallState, Level } from '@lianxian/core';
import type { z } from 'zod';
import { type Days, spanOf } from '../../../ui/filter/days.ts';

export interface CallConditions {
  readonly time: Days | null;
  readonly task: string | null;
  readonly levels: readonly Level[];
  readonly states: readonly CallState[];
}
export const allCalls: CallConditions = { time: null, task: null, levels: [], states: [] };

type Asked = Pick<CallOf<typeof endpoints.sms.count>, 'of' | 'phones' | 'calls' | 'customers'>;
/** Customers that were chosen in the number library: what asks for them, and how many they were in words. */
export interface PickedCustomers {
  readonly query: NonNullable<Asked['customers']>;
  readonly n: string;
}
export interface CustomerConditions {
  /** In place of the conditions. */
  readonly picked: PickedCustomers | null;
  readonly types: readonly `${z.output<typeof customerType>}`[];
  readonly levels: readonly Level[];
  readonly task: string | null;
}
export const allCustomers: CustomerConditions = { picked: null, types: [], levels: [], task: null };

export interface Recipients {
  readonly of: 'phones' | 'calls' | 'customers';
  readonly phones: string;
  readonly calls: CallConditions;
  readonly customers: CustomerConditions;
}

/** What the number library hands over with the address, and nothing else that stands there. */
export const pickedOf = (state: unknown): PickedCustomers | null => {
  const { customers } = (state ?? {}) as { customers?: PickedCustomers };
  return customers && typeof customers.n === 'string' && typeof customers.query === 'object' ? customers : null;
};

const customersAsked = ({ picked, types, levels, task }: CustomerConditions): NonNullable<Asked['customers']> =>
  picked?.query ?? {
    ...(types.length > 0 && { cateTypes: types.map(type => customerType.parse(Number(type))) }),
    ...(levels.length > 0 && { levels: [...levels] }),
    ...(task && { taskId: task }),
  };

/** What the endpoints are asked. `now` is the end of a span that leads up to the present. */
export const askedOf = ({ of, phones, calls, customers }: Recipients, now: Date): Asked => {
  if (of === 'phones') return { of, phones: phones.trim() };
  if (of === 'customers') return { of, customers: customersAsked(customers) };
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
