import type { followUpEndpoints, OutputOf } from '@lianxian/contract';
import { maskNumbers, maskPhone } from '@lianxian/core';
import type { ShownPerson, Taker } from './follow-ups.store.ts';

type Person = OutputOf<typeof followUpEndpoints.list>['list'][number];

/** Of an answer no more than a line of the list holds. */
const SAID_CHARS = 120;

/** What the callee answered, else the longest that was said. */
const saidOf = ({ answers, longestSaid }: ShownPerson): string => {
  // Written by ourselves, as the contract has them.
  const given = ((answers ?? []) as readonly { readonly value: string }[]).map(({ value }) => value).filter(Boolean);
  return (given.length > 0 ? given.join(' · ') : (longestSaid ?? '')).slice(0, SAID_CHARS);
};

/** Who lacks `phone:unmask` sees 138****1234 (docs/rights.md#masks). */
export const personView = (row: ShownPerson, { by, at }: Taker, seesPhones: boolean): Person => ({
  callId: row.callId,
  phone: seesPhones ? row.phone : maskPhone(row.phone),
  calleeName: row.calleeName,
  level: row.level,
  corrected: row.corrected !== null,
  at: row.calledAt.toISOString(),
  talkMs: row.talkMs,
  direction: row.direction,
  task: row.taskId === null ? null : { id: row.taskId, name: row.taskName ?? '' },
  said: seesPhones ? saidOf(row) : maskNumbers(saidOf(row)),
  levelRule: row.levelRule ?? '',
  taken:
    row.takenBy === null || row.takenUntil === null || row.takenUntil <= at
      ? null
      : { by: row.taker ?? '', mine: row.takenBy === by },
  cursor: row.cursor,
});
