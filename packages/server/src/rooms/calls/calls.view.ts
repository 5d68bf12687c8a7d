import { becauseText, type callDetail, type callRow, type Language } from '@lianxian/contract';
import type { CallState, HungUpBy, Level, MediaFacts } from '@lianxian/core';
import { maskLines, maskNumbers, maskPhone, maskReason } from '@lianxian/core';

type Row = ReturnType<(typeof callRow)['parse']>;
type Detail = ReturnType<(typeof callDetail)['parse']>;

/** A row of `call` as the store reads it. */
export interface CallRowIn {
  readonly id: string;
  readonly phone: string;
  readonly calleeName: string;
  readonly taskId: string | null;
  readonly taskName: string | null;
  readonly attempt: number | null;
  readonly planName: string;
  readonly lineName: string;
  readonly placedAt: Date;
  readonly endedAt: Date | null;
  readonly state: CallState | null;
  readonly level: Level | null;
  readonly correctedLevel: Level | null;
  readonly talkMs: number;
  readonly turns: number;
  readonly cost: string;
  readonly hungUpBy: HungUpBy | null;
  readonly direction: 'out' | 'in';
}

export interface CallDetailIn extends CallRowIn {
  readonly because: string | null;
  readonly sipCode: number | null;
  readonly sipReason: string;
  readonly hasLadder: boolean;
  readonly levelRule: string | null;
  readonly tags: readonly string[];
  readonly customerType: number | null;
  readonly ruledLevel: Level | null;
  readonly why: string | null;
  readonly correctedAt: Date | null;
  readonly corrector: string | null;
  readonly callerNumber: string;
  readonly answeredAt: Date | null;
  readonly ringMs: number | null;
  readonly lastNode: string | null;
  readonly media: MediaFacts | null;
  readonly lines: unknown;
  readonly path: unknown;
  readonly answers: unknown;
  readonly fileKey: string | null;
  readonly durationMs: number | null;
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
  calleeName: row.calleeName,
  area: seen.areas.get(row.phone) ?? '',
  task: row.taskId === null ? null : { id: row.taskId, name: row.taskName ?? '' },
  attempt: row.attempt,
  planName: row.planName,
  lineName: row.lineName,
  placedAt: row.placedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  state: row.state,
  level: row.level,
  corrected: row.correctedLevel !== null,
  talkMs: row.talkMs,
  turns: row.turns,
  cost: row.cost,
  hungUpBy: row.hungUpBy,
  direction: row.direction,
});

const correctionOf = (row: CallDetailIn): Detail['correction'] =>
  row.correctedLevel === null || row.correctedAt === null
    ? null
    : {
        ruledLevel: row.ruledLevel,
        level: row.correctedLevel,
        why: row.why ?? '',
        by: row.corrector ?? '',
        at: row.correctedAt.toISOString(),
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
  sipCode: row.sipCode,
  sipReason: seen.phones ? row.sipReason : maskReason(row.sipReason, row.phone),
  hasLadder: row.hasLadder,
  levelRule: row.levelRule,
  correction: correctionOf(row),
  tags: [...row.tags],
  customerType: row.customerType,
  callerNumber: row.callerNumber,
  answeredAt: row.answeredAt?.toISOString() ?? null,
  ringMs: row.ringMs,
  lastNode: row.lastNode,
  ...wordsOf(row, seen),
  recording:
    row.fileKey === null || row.durationMs === null
      ? null
      : { fileId: row.fileKey, durationMs: row.durationMs, peaks: row.peaks },
  media: row.media && {
    codec: row.media.codec,
    packetsLost: row.media.packetsLost,
    packetsReceived: row.media.packetsReceived,
    jitterMs: row.media.jitterMs,
    mos: row.media.mos ?? null,
    roundTripMs: row.media.roundTripMs ?? null,
  },
});
