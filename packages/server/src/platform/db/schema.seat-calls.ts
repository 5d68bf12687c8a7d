import type { ColumnType, Generated } from 'kysely';

/** Tables of migrations 0143 (calls with seats, while they live; JSON is written as text and read as what it holds) and 0144. */
export interface SeatCallTables {
  seatCall: {
    merchantId: string;
    callId: string;
    node: string;
    live: ColumnType<LiveSeatCall, string, string>;
    before: ColumnType<SaidBefore | null, string | null | undefined, string | null>;
    at: ColumnType<Date, Date | undefined, Date>;
  };
  /** A number that was rung into a call. */
  numberRung: {
    merchantId: string;
    id: Generated<string>;
    phone: string;
    callId: string;
    at: ColumnType<Date, Date | undefined, never>;
  };
}

/** Who is in a call, and where everybody stands; times are ISO. */
export interface LiveSeatCall {
  /** The callee first. `id`: the employee of a seat, the number of somebody outside; '' of the callee. */
  readonly parties: readonly {
    readonly party: string;
    readonly type: 'callee' | 'seat' | 'outside';
    readonly id: string;
    readonly place: 'ringing' | 'talking' | 'held' | 'aside' | 'away';
  }[];
  /** How the call came to each seat, by employee. */
  readonly kinds: Readonly<Record<string, 'out' | 'handover' | 'transfer' | 'consult' | 'internal' | 'callback'>>;
  /** Whose call it is; null: nobody's yet. */
  readonly owner: string | null;
  readonly answeredAt: string | null;
  /** Since when the callee hears music. */
  readonly heldAt: string | null;
  readonly isRecording: boolean;
}

/** What was said before a seat came. */
export interface SaidBefore {
  readonly summary: string;
  /** By whom: a rule, or the merchant's language model. */
  readonly summaryBy: 'rule' | 'model';
  readonly chats: readonly { readonly user: 'user' | 'robot' | 'seat'; readonly tran: string }[];
  readonly answers: readonly { readonly label: string; readonly value: string }[];
  readonly level: string | null;
}
