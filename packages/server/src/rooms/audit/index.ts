export { bindAudit } from './audit.routes.ts';
export { auditSheet, EXPORT_AUDIT, startWaitedAudit } from './audit.sheet.ts';
export type { Facts } from './facts.policy.ts';
export { allowComparing, allowSearch, countCompared, countLearnt, noteSeen, noteWatched } from './phones.ts';
export { type AuditBy, type AuditEntry, auditBy, auditByHouse, recordAudit, recordAudits } from './record.store.ts';
