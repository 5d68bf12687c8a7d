export type { Facts } from './facts.policy.ts';
export { type AuditBy, type AuditDeed, auditBy, auditByHouse, recordAudit } from './record.store.ts';
