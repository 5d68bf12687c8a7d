export { CUSTOMERS_FROM_CALLS, customersFromCallsWork } from './from-calls.job.ts';
export { CUSTOMER_IMPORT_KIND, customerImportWork } from './import.job.ts';
export { bindCustomerSheets } from './sheets.routes.ts';
export { CUSTOMER_TAKE_BACK_KIND, customerTakeBackWork } from './take-back.job.ts';
