import type { AuditAction } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import { type OpenContext, type SignedInContext, whoLooks } from '../../platform/http/index.ts';
import { changed, type Facts } from './facts.policy.ts';

/** Who did it, from where. `employeeId` null: the house itself. */
export interface AuditBy {
  readonly employeeId: string | null;
  readonly ip: string;
  readonly at: Date;
  readonly pagePath: string;
}

/** Whoever is signed in; before there is a session, the person who is meant. */
export function auditBy(context: SignedInContext): AuditBy;
export function auditBy(context: OpenContext, employeeId: string | null): AuditBy;
export function auditBy(context: OpenContext & Partial<SignedInContext>, employeeId?: string | null): AuditBy {
  const { ip, at, pagePath, session } = context;
  return { employeeId: employeeId ?? (session ? whoLooks(session) : null), ip, at, pagePath };
}

/** What the house does by itself. */
export const auditByHouse = (at: Date): AuditBy => ({ employeeId: null, ip: '', at, pagePath: '' });

export interface AuditEntry {
  readonly action: AuditAction;
  /** The id of what was written. */
  readonly target?: string | undefined;
  /** How it is called; without it the `name` of after or before. */
  readonly name?: string | undefined;
  /** Whose row it is, where it is not of the writer's own merchant. */
  readonly aboutMerchantId?: string | undefined;
  /** The row before and after, by the names of the wire: only what differs is kept, secrets never. Made: no before. Removed: no after. */
  readonly before?: Facts | undefined;
  readonly after?: Facts | undefined;
}

const NAME_CHARS = 100;
const nameOf = ({ name, after, before }: AuditEntry): string =>
  String(name ?? after?.name ?? before?.name ?? '').slice(0, NAME_CHARS);

/** A write that matters, or a look at what is guarded (docs/rights.md#audit). Call it in the transaction of the write. */
export const recordAudit = (tx: MerchantDb, entry: AuditEntry, by: AuditBy): Promise<void> =>
  recordAudits(tx, [entry], by);

/** The same of many at once; none of none. */
export const recordAudits = async (tx: MerchantDb, entries: readonly AuditEntry[], by: AuditBy): Promise<void> => {
  if (entries.length === 0) return;
  const rows = entries.map(entry => ({
    action: entry.action,
    employeeId: by.employeeId,
    target: entry.target ?? '',
    targetName: nameOf(entry),
    aboutMerchantId: entry.aboutMerchantId ?? null,
    ...changed(entry.before, entry.after),
    ip: by.ip,
    pagePath: by.pagePath,
    at: by.at,
  }));
  await tx.insertInto('audit', rows).execute();
};
