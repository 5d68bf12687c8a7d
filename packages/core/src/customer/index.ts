export { companyIn } from './company.ts';
export * from './parameters.ts';
