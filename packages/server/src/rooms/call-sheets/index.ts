export { bindCallSheets } from './call-sheets.routes.ts';
export { EXPORT_CALLS, exportWork } from './export.batch.ts';
