import { type Language, type OutputOf, todoBecauseText, type todoEndpoints } from '@lianxian/contract';
import { maskNumbers, maskPhone } from '@lianxian/core';
import type { ShownTodo } from './todos.store.ts';

type Todo = OutputOf<typeof todoEndpoints.list>['list'][number];

/** Who lacks `phone:unmask` sees 138****1234 (docs/rights.md#masks). */
export const todoView = (row: ShownTodo, seesPhones: boolean, language: Language): Todo => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  dueAt: row.dueAt.toISOString(),
  phone: seesPhones ? row.phone : maskPhone(row.phone),
  calleeName: row.name,
  task: row.taskId === null ? null : { id: row.taskId, name: row.taskName ?? '' },
  callId: row.callId,
  madeBy: row.madeBy === null ? null : (row.maker ?? ''),
  because: row.because,
  becauseText: row.because === '' ? '' : todoBecauseText(row.because, language),
  note: seesPhones ? row.note : maskNumbers(row.note),
  done:
    row.doneAt === null
      ? null
      : { at: row.doneAt.toISOString(), by: row.doer, callId: row.doneCallId, state: row.doneState },
  cursor: row.cursor,
});
