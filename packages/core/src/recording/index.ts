export {
  heldSentences,
  isOrderOver,
  type OrderedSentence,
  type RecordEvent,
  type RecordOrder,
  type RecordOrderState,
  recordOrderStates,
  type SentenceState,
  sentenceStates,
  stepRecordOrder,
} from './order.ts';
