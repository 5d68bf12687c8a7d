export { decisionSheetWork, EXPORT_DECISIONS, startWaitedDecisions } from './log.batch.ts';
export { bindDecisionLog } from './log.routes.ts';
export { readDecisions } from './log.store.ts';
export { decisionView } from './log.view.ts';
