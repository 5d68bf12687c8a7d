export { byRetries, type Codes, type Decided, deciding, decisionCodes, noteDecisions } from './write.store.ts';
