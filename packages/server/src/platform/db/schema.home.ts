import type { Generated } from 'kysely';

/** Ended calls of an hour and owner; 0 is nobody. */
interface CallSums {
  merchantId: string;
  hour: Date;
  ownerId: string;
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

/** Tables of migrations 0015 and 0038: sums written by one statement of room desk alone, what waits for it by a trigger. */
export interface HomeTables {
  callHour: CallSums;
  callChange: CallSums & { id: Generated<string> };
  retentionPart: { part: string; succeededAt: Date; toldAt: Date | null };
}
