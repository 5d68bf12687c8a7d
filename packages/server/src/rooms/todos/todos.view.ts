import { type Language, type OutputOf, todoBecauseText, type todoEndpoints } from '@lianxian/contract';
import { maskNumbers, maskPhone } from '@lianxian/core';
import type { ShownTodo } from './todos.store.ts';

type Todo = OutputOf<typeof todoEndpoints.list>['list'][number];
type Standing = OutputOf<typeof todoEndpoints.done>;

/** How it stands, without the number. */
export const standingView = (
  { id, state, dueAt, because }: Pick<ShownTodo, 'id' | 'state' | 'dueAt' | 'because'>,
  language: Language,
): Standing => ({
  ...{ id, state, dueAt: dueAt.toISOString(), because },
  becauseText: because === '' ? '' : todoBecauseText(because, language),
});

/** Who lacks `phone:unmask` sees 138****1234 (docs/rights.md#masks). */
export const todoView = (row: ShownTodo, seesPhones: boolean, language: Language): Todo => ({
  ...standingView(row, language),
  kind: row.kind,
  phone: seesPhones ? row.phone : maskPhone(row.phone),
  calleeName: row.name,
  task: row.taskId === null ? null : { id: row.taskId, name: row.taskName ?? '' },
  callId: row.callId,
  madeBy: row.madeBy === null ? null : (row.maker ?? ''),
  note: seesPhones ? row.note : maskNumbers(row.note),
  done:
    row.doneAt === null
      ? null
      : { at: row.doneAt.toISOString(), by: row.doer, callId: row.doneCallId, state: row.doneState },
  cursor: row.cursor,
});
