export { bindFromCalls } from './from-calls.routes.ts';
export { sheetOf } from './sheet.policy.ts';
