import type { Generated } from 'kysely';

/** Ended calls of an hour and owner; 0 is nobody. */
interface CallSums {
  merchant_id: string;
  hour: Date;
  owner_id: string;
  calls: number;
  answered: number;
  talk_ms: string;
  level_a: number;
  level_b: number;
  level_c: number;
  level_d: number;
  level_e: number;
  level_f: number;
  cost: string;
}

/** Tables of migrations 0015 and 0038: sums written by one statement of room desk alone, what waits for it by a trigger. */
export interface HomeTables {
  call_hour: CallSums;
  call_change: CallSums & { id: Generated<string> };
  retention_part: { part: string; succeeded_at: Date; told_at: Date | null };
}
