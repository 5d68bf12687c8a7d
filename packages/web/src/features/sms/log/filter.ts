import { endpoints, fieldChars, id } from '@lianxian/contract';
import {
  type MessageSource,
  type MessageState,
  messageSources,
  messageStates,
  type SmsKind,
  smsKinds,
} from '@lianxian/core';
import type { z } from 'zod';
import { type Days, readDays, spanOf, writeDays } from '../../../ui/filter/days.ts';

/** What the log of messages is narrowed to, as it stands in the address; a value that makes no sense is left out. */
export interface Filter {
  readonly phone: string;
  readonly time: Days | null;
  readonly states: readonly MessageState[];
  readonly template: string | null;
  readonly source: MessageSource | null;
  readonly kind: SmsKind | null;
  readonly replied: '1' | null;
  readonly clicked: '1' | null;
  readonly batch: string | null;
  readonly task: string | null;
  readonly call: string | null;
}
export const everything: Filter = {
  ...{ phone: '', time: null, states: [], template: null, source: null, kind: null },
  ...{ replied: null, clicked: null, batch: null, task: null, call: null },
};

export const phoneChars = fieldChars(endpoints.sms.messages.input, 'phone');

const idOf = (text: string | null): string | null => (id.safeParse(text).success ? text : null);
const yes = (text: string | null): '1' | null => (text === '1' ? '1' : null);

export const readFilter = (query: URLSearchParams): Filter => {
  const states = (query.get('states') ?? '').split(' ');
  return {
    phone: (query.get('phone') ?? '').slice(0, phoneChars),
    time: readDays(query.get('time')),
    states: messageStates.filter(state => states.includes(state)),
    template: idOf(query.get('template')),
    source: messageSources.find(each => each === query.get('source')) ?? null,
    kind: smsKinds.find(each => each === query.get('kind')) ?? null,
    replied: yes(query.get('replied')),
    clicked: yes(query.get('clicked')),
    batch: idOf(query.get('batch')),
    task: idOf(query.get('task')),
    call: idOf(query.get('call')),
  };
};

/** Parts of the address; null takes one away. */
export const writeFilter = ({ time, states, ...rest }: Filter): Record<string, string | null> => ({
  ...rest,
  time: writeDays(time),
  states: states.join(' '),
});

export const narrows = (filter: Filter): boolean => Object.values(writeFilter(filter)).some(Boolean);

type Query = z.input<typeof endpoints.sms.export.input>;

/** What the endpoint is asked. */
export const askedOf = (filter: Filter, now: Date): Query => {
  const { phone, time, states, template, source, kind, replied, clicked, batch, task, call } = filter;
  return {
    ...spanOf(time, now),
    ...(phone && { phone }),
    ...(states.length > 0 && { states: [...states] }),
    ...(template && { templateId: template }),
    ...(source && { source }),
    ...(kind && { kind }),
    ...(replied && { replied }),
    ...(clicked && { clicked }),
    ...(batch && { batchId: batch }),
    ...(task && { taskId: task }),
    ...(call && { callId: call }),
  };
};
