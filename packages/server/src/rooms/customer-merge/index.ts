export { CUSTOMER_MERGE_KIND, customerMergeWork } from './merge.batch.ts';
export { bindCustomerMerge } from './merge.routes.ts';
