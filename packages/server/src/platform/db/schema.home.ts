import type { Generated } from 'kysely';

/** Where a call came from (`call_source` of migration 0147). */
export type CallSource = 'task' | 'hand' | 'in' | 'seat';

/** Ended calls of an hour, owner and source; 0 is nobody. */
interface CallSums {
  merchantId: string;
  hour: Date;
  ownerId: string;
  source: CallSource;
  calls: number;
  answered: number;
  talkMs: string;
  levelA: number;
  levelB: number;
  levelC: number;
  levelD: number;
  levelE: number;
  levelF: number;
  cost: string;
}

/** Tables of migrations 0015, 0038 and 0068: sums written by one statement of room desk alone, what waits for it by a trigger. */
export interface HomeTables {
  callHour: CallSums;
  callChange: CallSums & { id: Generated<string> };
  retentionPart: { part: string; succeededAt: Date; toldAt: Date | null };
}
