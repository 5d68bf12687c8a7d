import type { ColumnType, Generated } from 'kysely';

/** Tables of migration 0007; what it adds to `line` and `call` stands with them. */
type Id = string;
type Made = ColumnType<Date, Date | undefined, never>;

export interface LineTables {
  line_number: {
    merchant_id: Id;
    id: Generated<Id>;
    line_id: Id;
    number: string;
    province: Generated<string>;
    city: Generated<string>;
    daily_cap: Generated<number>;
    enabled: Generated<boolean>;
    plan_id: Id | null;
    used_on: ColumnType<string | null, string | null | undefined, string | null>;
    used: Generated<number>;
    last_used_at: ColumnType<Date, Date | undefined, Date>;
    claimed_at: ColumnType<Date, Date | undefined, Date>;
    /** Written by the database. */
    core: ColumnType<string, never, never>;
    awarded_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    held_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    contest_told_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    removed_at: Date | null;
  };
  line_health: {
    merchant_id: Id;
    line_id: Id;
    state: Generated<'unknown' | 'up' | 'congested' | 'down'>;
    because: Generated<string>;
    since: ColumnType<Date, Date | undefined, Date>;
    checked_at: Date | null;
    code: number | null;
    round_trip_ms: number | null;
    registered_until: Date | null;
    slowed_to: number | null;
    ignores_options: Generated<boolean>;
    owner: string | null;
    fence: Generated<number>;
    leased_until: Date | null;
  };
  sip_binding: {
    merchant_id: Id;
    line_id: Id;
    contact: string;
    node: string;
    flow: string;
    source: string;
    call_id: string;
    sequence: number;
    user_agent: Generated<string>;
    registered_at: ColumnType<Date, Date | undefined, Date>;
    expires_at: Date;
  };
  line_check: {
    merchant_id: Id;
    id: Generated<Id>;
    line_id: Id;
    kind: 'probe' | 'doctor';
    state: Generated<'asked' | 'running' | 'done'>;
    asked_by: Id;
    asked_at: Made;
    owner: string | null;
    findings: ColumnType<readonly unknown[], string | undefined, string>;
    finished_at: Date | null;
  };
}
