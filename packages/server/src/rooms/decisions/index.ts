export {
  byRetries,
  type Codes,
  type Decided,
  deciding,
  decidingOfTasks,
  decisionCodes,
  noteDecisions,
} from './write.store.ts';
