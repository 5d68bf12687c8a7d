export { type AuditRow, recordAudit } from './audit.store.ts';
