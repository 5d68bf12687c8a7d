import { becauseText, type callDetail, type callRow, type Language } from '@lianxian/contract';
import type { CallState, HungUpBy, Level, MediaFacts } from '@lianxian/core';
import { maskLines, maskNumbers, maskPhone, maskReason } from '@lianxian/core';

type Row = ReturnType<(typeof callRow)['parse']>;
type Detail = ReturnType<(typeof callDetail)['parse']>;

/** A row of `call` as the store reads it. */
export interface CallRowIn {
  readonly id: string;
  readonly phone: string;
  readonly callee_name: string;
  readonly task_id: string | null;
  readonly task_name: string | null;
  readonly attempt: number | null;
  readonly plan_name: string;
  readonly line_name: string;
  readonly placed_at: Date;
  readonly ended_at: Date | null;
  readonly state: CallState | null;
  readonly level: Level | null;
  readonly corrected_level: Level | null;
  readonly talk_ms: number;
  readonly turns: number;
  readonly cost: string;
  readonly hung_up_by: HungUpBy | null;
  readonly direction: 'out' | 'in';
}

export interface CallDetailIn extends CallRowIn {
  readonly because: string | null;
  readonly sip_code: number | null;
  readonly sip_reason: string;
  readonly has_ladder: boolean;
  readonly level_rule: string | null;
  readonly tags: readonly string[];
  readonly customer_type: number | null;
  readonly ruled_level: Level | null;
  readonly why: string | null;
  readonly corrected_at: Date | null;
  readonly corrector: string | null;
  readonly caller_number: string;
  readonly answered_at: Date | null;
  readonly ring_ms: number | null;
  readonly last_node: string | null;
  readonly media: MediaFacts | null;
  readonly lines: unknown;
  readonly path: unknown;
  readonly answers: unknown;
  readonly file_key: string | null;
  readonly duration_ms: number | null;
  readonly peaks: { readonly callee: number[]; readonly robot: number[] } | null;
}

/** What the viewer may see, and what is known of the numbers shown. */
export interface Seen {
  readonly phones: boolean;
  /** The area of each number as text; a number that nobody knows is not in it. */
  readonly areas: ReadonlyMap<string, string>;
}

/** Who lacks `phone:unmask` sees 138****1234 (docs/rights.md#masks). */
export const rowView = (row: CallRowIn, seen: Seen): Row => ({
  id: row.id,
  phone: seen.phones ? row.phone : maskPhone(row.phone),
  calleeName: row.callee_name,
  area: seen.areas.get(row.phone) ?? '',
  task: row.task_id === null ? null : { id: row.task_id, name: row.task_name ?? '' },
  attempt: row.attempt,
  planName: row.plan_name,
  lineName: row.line_name,
  placedAt: row.placed_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  state: row.state,
  level: row.level,
  corrected: row.corrected_level !== null,
  talkMs: row.talk_ms,
  turns: row.turns,
  cost: row.cost,
  hungUpBy: row.hung_up_by,
  direction: row.direction,
});

const correctionOf = (row: CallDetailIn): Detail['correction'] =>
  row.corrected_level === null || row.corrected_at === null
    ? null
    : {
        ruledLevel: row.ruled_level,
        level: row.corrected_level,
        why: row.why ?? '',
        by: row.corrector ?? '',
        at: row.corrected_at.toISOString(),
      };

type Words = Pick<Detail, 'transcript' | 'path' | 'answers'>;

/** What was said, as who sees no whole numbers may read it: a number may be told in figures or words, in one go or in three. */
const maskedWords = ({ transcript, path, answers }: Words): Words => {
  const ofCallee = transcript.filter(({ speaker }) => speaker === 'callee');
  const masked = maskLines(ofCallee.map(({ text }) => text));
  const textOf = new Map(ofCallee.map((line, at) => [line, masked[at] ?? '']));
  return {
    transcript: transcript.map(line => ({
      ...line,
      text: textOf.get(line) ?? maskNumbers(line.text),
      understood: line.understood && { ...line.understood, matched: maskNumbers(line.understood.matched) },
    })),
    path: path.map(step =>
      step.asked === undefined
        ? step
        : { ...step, asked: step.asked.map(ask => ({ ...ask, target: maskNumbers(ask.target) })) },
    ),
    answers: answers.map(answer => ({ ...answer, value: maskNumbers(answer.value) })),
  };
};

const wordsOf = (row: CallDetailIn, seen: Seen): Words => {
  // Written by ourselves, as the contract has them.
  const words = { transcript: row.lines ?? [], path: row.path ?? [], answers: row.answers ?? [] } as Words;
  return seen.phones ? words : maskedWords(words);
};

export const detailView = (row: CallDetailIn, seen: Seen, language: Language): Detail => ({
  ...rowView(row, seen),
  because: row.because ?? '',
  becauseText: row.because === null ? '' : becauseText(row.because, language),
  sipCode: row.sip_code,
  sipReason: seen.phones ? row.sip_reason : maskReason(row.sip_reason, row.phone),
  hasLadder: row.has_ladder,
  levelRule: row.level_rule,
  correction: correctionOf(row),
  tags: [...row.tags],
  customerType: row.customer_type,
  callerNumber: row.caller_number,
  answeredAt: row.answered_at?.toISOString() ?? null,
  ringMs: row.ring_ms,
  lastNode: row.last_node,
  ...wordsOf(row, seen),
  recording:
    row.file_key === null || row.duration_ms === null
      ? null
      : { fileId: row.file_key, durationMs: row.duration_ms, peaks: row.peaks },
  media: row.media && {
    codec: row.media.codec,
    packetsLost: row.media.packetsLost,
    packetsReceived: row.media.packetsReceived,
    jitterMs: row.media.jitterMs,
    mos: row.media.mos ?? null,
    roundTripMs: row.media.roundTripMs ?? null,
  },
});
