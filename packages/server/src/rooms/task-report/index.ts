export { EXPORT_TASK, taskSheetWork } from './sheet.batch.ts';
export { bindTaskReport } from './task-report.routes.ts';
