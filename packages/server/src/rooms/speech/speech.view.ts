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
  readonly keySealed: string | null;
  readonly chosen: boolean;
  readonly testedAt: Date | null;
  readonly testedMs: number | null;
  readonly testedFault: WireRow['lately']['lastFault'];
}
interface Lately {
  readonly answered: number;
  readonly failed: number;
  readonly meanMs: number | null;
  readonly longestMs: number | null;
  readonly fault: WireRow['lately']['lastFault'];
  readonly faultAt: Date | null;
}

/** A row as the page sees it: that there is a key, never the key, and none in its address either. */
export const rowOf = (row: Row, lately: Lately | undefined): WireRow => ({
  id: row.id,
  purpose: row.purpose,
  kind: row.kind,
  name: row.name,
  settings: { ...row.settings, copies: row.settings.copies ?? '', url: splitAddress(row.settings.url).shown },
  hasKey: row.keySealed !== null,
  chosen: row.chosen,
  tested: row.testedAt && {
    at: row.testedAt.toISOString(),
    ok: row.testedFault === null,
    ms: row.testedMs ?? 0,
    fault: row.testedFault,
  },
  lately: {
    answered: lately?.answered ?? 0,
    failed: lately?.failed ?? 0,
    meanMs: lately?.meanMs ?? null,
    longestMs: lately?.longestMs ?? null,
    lastFault: lately?.fault ?? null,
    lastFaultAt: lately?.faultAt?.toISOString() ?? null,
  },
});

export const lineOf = (line: {
  readonly id: string;
  readonly name: string;
  readonly hears: boolean;
  readonly recogniserId: string | null;
}): Wire['lines'][number] => ({
  id: line.id,
  name: line.name,
  recogniser: line.hears ? (line.recogniserId ?? 'chosen') : 'none',
});
