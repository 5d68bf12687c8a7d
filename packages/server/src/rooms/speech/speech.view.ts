import type { OutputOf, speechEndpoints } from '@lianxian/contract';
import { splitAddress } from './speech.policy.ts';

type Wire = OutputOf<typeof speechEndpoints.list>;
type WireRow = Wire['list'][number];

interface Row {
  readonly id: string;
  readonly purpose: WireRow['purpose'];
  readonly kind: WireRow['kind'];
  readonly name: string;
  readonly settings: WireRow['settings'];
  readonly key_sealed: string | null;
  readonly chosen: boolean;
  readonly tested_at: Date | null;
  readonly tested_ms: number | null;
  readonly tested_fault: WireRow['lately']['lastFault'];
}
interface Lately {
  readonly answered: number;
  readonly failed: number;
  readonly mean_ms: number | null;
  readonly longest_ms: number | null;
  readonly fault: WireRow['lately']['lastFault'];
  readonly fault_at: Date | null;
}

/** A row as the page sees it: that there is a key, never the key, and none in its address either. */
export const rowOf = (row: Row, lately: Lately | undefined): WireRow => ({
  id: row.id,
  purpose: row.purpose,
  kind: row.kind,
  name: row.name,
  settings: { ...row.settings, copies: row.settings.copies ?? '', url: splitAddress(row.settings.url).shown },
  hasKey: row.key_sealed !== null,
  chosen: row.chosen,
  tested: row.tested_at && {
    at: row.tested_at.toISOString(),
    ok: row.tested_fault === null,
    ms: row.tested_ms ?? 0,
    fault: row.tested_fault,
  },
  lately: {
    answered: lately?.answered ?? 0,
    failed: lately?.failed ?? 0,
    meanMs: lately?.mean_ms ?? null,
    longestMs: lately?.longest_ms ?? null,
    lastFault: lately?.fault ?? null,
    lastFaultAt: lately?.fault_at?.toISOString() ?? null,
  },
});

export const lineOf = (line: {
  readonly id: string;
  readonly name: string;
  readonly hears: boolean;
  readonly recogniser_id: string | null;
}): Wire['lines'][number] => ({
  id: line.id,
  name: line.name,
  recogniser: line.hears ? (line.recogniser_id ?? 'chosen') : 'none',
});
