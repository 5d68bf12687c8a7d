export { CUSTOMER_ACT_KIND, customerActWork, keptFilter } from './acts.batch.ts';
export { bindActs, whichOf } from './acts.routes.ts';
export { remove as removeCustomers } from './acts.store.ts';
export { customerExportWork, EXPORT_CUSTOMERS, startWaitedCustomers } from './export.batch.ts';
export { libraryJobs } from './keeping.job.ts';
