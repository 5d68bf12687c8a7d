import { becauseText, type callDetail, type callRow, type Language } from '@lianxian/contract';
import type { CallState, HungUpBy, Level, MediaFacts } from '@lianxian/core';
import { maskPhone } from '@lianxian/core';

type Row = ReturnType<(typeof callRow)['parse']>;
type Detail = ReturnType<(typeof callDetail)['parse']>;

/** A row of `call` as the store reads it. */
export interface CallRowIn {
  readonly id: string;
  readonly phone: string;
  readonly plan_name: string;
  readonly line_name: string;
  readonly placed_at: Date;
  readonly state: CallState | null;
  readonly level: Level | null;
  readonly talk_ms: number;
  readonly hung_up_by: HungUpBy | null;
}

export interface CallDetailIn extends CallRowIn {
  readonly because: string | null;
  readonly sip_code: number | null;
  readonly level_rule: string | null;
  readonly caller_number: string;
  readonly answered_at: Date | null;
  readonly ended_at: Date | null;
  readonly ring_ms: number | null;
  readonly cost: string;
  readonly last_node: string | null;
  readonly media: MediaFacts | null;
  readonly lines: unknown;
  readonly path: unknown;
  readonly answers: unknown;
  readonly file_id: string | null;
  readonly duration_ms: number | null;
  readonly peaks: { readonly callee: number[]; readonly robot: number[] } | null;
}

/** Who lacks `phone:unmask` sees 138****1234 (product.md §3). */
export const rowView = (row: CallRowIn, seesPhones: boolean): Row => ({
  id: row.id,
  phone: seesPhones ? row.phone : maskPhone(row.phone),
  planName: row.plan_name,
  lineName: row.line_name,
  placedAt: row.placed_at.toISOString(),
  state: row.state,
  level: row.level,
  talkMs: row.talk_ms,
  hungUpBy: row.hung_up_by,
});

export const detailView = (row: CallDetailIn, seesPhones: boolean, language: Language): Detail => ({
  ...rowView(row, seesPhones),
  because: row.because ?? '',
  becauseText: row.because === null ? '' : becauseText(row.because, language),
  sipCode: row.sip_code,
  levelRule: row.level_rule,
  callerNumber: row.caller_number,
  answeredAt: row.answered_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  ringMs: row.ring_ms,
  cost: costText(row.cost),
  lastNode: row.last_node,
  transcript: (row.lines ?? []) as Detail['transcript'],
  path: (row.path ?? []) as Detail['path'],
  answers: (row.answers ?? []) as Detail['answers'],
  recording:
    row.file_id === null || row.duration_ms === null
      ? null
      : { fileId: row.file_id, durationMs: row.duration_ms, peaks: row.peaks },
  media: row.media && {
    codec: row.media.codec,
    packetsLost: row.media.packetsLost,
    packetsReceived: row.media.packetsReceived,
    jitterMs: row.media.jitterMs,
  },
});

/** Four decimals are kept, those that say something are shown: `0`, `0.12`. */
const costText = (cost: string): string => cost.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
