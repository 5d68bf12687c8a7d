export { bindConsents } from './consents.routes.ts';
export {
  consents,
  countConsents,
  deleteImportedConsents,
  insertConsents,
  listConsents,
  withdrawByCall,
  withoutConsent,
} from './consents.store.ts';
