export { LIST_EXPORT_KIND, listExportWork, startWaitedList } from './list-export.job.ts';
export { LIST_IMPORT_KIND, listImportWork } from './list-import.job.ts';
export { bindListSheets } from './list-sheets.routes.ts';
export { LIST_TAKE_BACK_KIND, listTakeBackWork } from './list-take-back.job.ts';
