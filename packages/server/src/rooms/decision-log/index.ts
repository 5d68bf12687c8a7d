export { decisionSheetWork, EXPORT_DECISIONS } from './log.batch.ts';
export { bindDecisionLog } from './log.routes.ts';
