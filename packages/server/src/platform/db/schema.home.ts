/** Tables of migration 0015: ended calls by hour, written by one statement of room desk alone. */
export interface HomeTables {
  call_hour: {
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
  };
  call_folded: { one: boolean; until: Date };
  retention_part: { part: string; succeeded_at: Date; told_at: Date | null };
}
