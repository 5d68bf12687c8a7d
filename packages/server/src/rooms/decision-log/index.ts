export { decisionSheetWork, EXPORT_DECISIONS } from './log.batch.ts';
export { bindDecisionLog } from './log.routes.ts';
export { readDecisions } from './log.store.ts';
export { decisionView } from './log.view.ts';
