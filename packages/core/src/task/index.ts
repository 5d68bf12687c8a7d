export {
  type AfterCallAction,
  type AfterCallRule,
  actionsFor,
  afterCallCounts,
  type WantedAction,
} from './after-call.ts';
export { type Appointment, appointmentIn, MOST_DAYS_AHEAD, minutesUntil } from './appointment.ts';
export {
  type CalleeEvent,
  type CalleeProgress,
  freshCallee,
  GIVEN_BACK_MINUTES,
  isLineFault,
  MOST_GIVEN_BACK,
  MOST_NOT_DIALLED,
  retryRuleOf,
  stepAttempt,
} from './attempt.ts';
export { type FailureSums, failureSums, judgeFailures } from './breaker.ts';
export {
  type DecisionBecause,
  type DecisionKind,
  type DecisionRule,
  decisionBecauses,
  decisionCode,
  decisionKinds,
  decisionOf,
  decisionWord,
  ruleOf,
} from './decisions.ts';
export {
  stepTask,
  type TaskEvent,
  type TaskIgnoredReason,
  type TaskStanding,
  taskEvents,
  taskIgnoredReasons,
} from './machine.ts';
export { type ListOrder, listOrders, rankOf, shuffledRank } from './order.ts';
export { type RetryableState, retryAfter, retryableStates, usualRetries, usualWindows } from './retry.ts';
export { dateCell, dateOfSerial, serialOf } from './serial-date.ts';
export {
  type TodoBecause,
  type TodoKind,
  type TodoState,
  todoKinds,
  todoStates,
} from './todo.ts';
export * from './types.ts';
export { type WaitBecause, type WaitingTask, waitBecauses, waitOf } from './waits.ts';
