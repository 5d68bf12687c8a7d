export { EXPORT_TASK, startWaitedTaskSheet, taskSheetWork } from './sheet.batch.ts';
export { bindTaskReport } from './task-report.routes.ts';
