export { bindCallSheets } from './call-sheets.routes.ts';
export { EXPORT_CALLS, exportWork, startWaited } from './export.batch.ts';
export { countAll } from './export.store.ts';
