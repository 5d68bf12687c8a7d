import {
  becauseText,
  type callDetail,
  type callRow,
  knownBeforeOf,
  type Language,
  type PlanLabels,
} from '@lianxian/contract';
import { type CallUse, maskedTexts, maskNumbers, maskPhone, maskReason, notedText } from '@lianxian/core';
import type { FoundCall, FoundLeg, FoundNote } from './detail.store.ts';
import type { ListedCall } from './records.store.ts';

type Row = ReturnType<(typeof callRow)['parse']>;
type Detail = ReturnType<(typeof callDetail)['parse']>;

/** What the viewer may see, and what is known of the numbers shown. */
export interface Seen {
  readonly phones: boolean;
  /** The area of each number as text; a number that nobody knows is not in it. */
  readonly areas: ReadonlyMap<string, string>;
}

/** Who lacks `phone:unmask` sees 138****1234 (docs/rights.md#masks); a colleague's extension is nobody's number. */
export const rowView = (row: Omit<ListedCall, 'cursor'>, seen: Seen): Row => ({
  id: row.id,
  phone: seen.phones || row.origin === 'internal' ? row.phone : maskPhone(row.phone),
  calleeName: row.calleeName,
  area: seen.areas.get(row.phone) ?? '',
  task: row.taskId === null ? null : { id: row.taskId, name: row.taskName ?? '' },
  attempt: row.attempt,
  planName: row.planName,
  lineName: row.lineName,
  placedAt: row.placedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  state: row.state,
  sipCode: row.sipCode,
  level: row.level,
  corrected: row.correctedLevel !== null,
  talkMs: row.talkMs,
  turns: row.turns,
  cost: row.cost,
  hungUpBy: row.hungUpBy,
  direction: row.direction,
  origin: row.origin,
  namesAuthority: row.namesAuthority,
  customerType: row.customerType,
  variant: row.variant,
  tags: [...row.tags],
});

const correctionOf = (row: FoundCall, seesPhones: boolean): Detail['correction'] =>
  row.correctedLevel === null || row.correctedAt === null
    ? null
    : {
        ruledLevel: row.ruledLevel,
        level: row.correctedLevel,
        why: seesPhones ? (row.why ?? '') : maskNumbers(row.why ?? ''),
        by: row.corrector ?? '',
        at: row.correctedAt.toISOString(),
      };

export const noteView = (note: FoundNote, seesPhones: boolean, viewer: string): Detail['notes'][number] => ({
  by: note.name,
  mine: note.writtenBy === viewer,
  text: notedText(note, seesPhones, viewer),
  at: note.writtenAt.toISOString(),
});

type Words = Pick<Detail, 'transcript' | 'path' | 'answers'>;

const maskedWords = ({ transcript, path, answers }: Words): Words => {
  const texts = maskedTexts(transcript);
  return {
    transcript: transcript.map((line, at) => ({
      ...line,
      text: texts[at] ?? '',
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

const wordsOf = (row: FoundCall, seen: Seen): Words => {
  // Written by ourselves, as the contract has them.
  const words = { transcript: row.lines ?? [], path: row.path ?? [], answers: row.answers ?? [] } as Words;
  return seen.phones ? words : maskedWords(words);
};

const costsOf = ({
  call: talk = '0',
  recognition = '0',
  synthesis = '0',
  model = '0',
  plan = '0',
  sms = '0',
}: FoundCall['costs']): Detail['costs'] => ({ talk, recognition, synthesis, model, plan, messages: sms });

const usedOf = (uses: readonly CallUse[]): Detail['used'] => {
  const used = { recognitionMs: 0, characters: 0, answers: 0, asked: 0, answered: 0, estimated: false };
  for (const use of uses) {
    if (use.kind === 'recognition') used.recognitionMs += use.ms;
    else if (use.kind === 'synthesis') used.characters += use.characters;
    else {
      used.answers += use.answers;
      used.asked += use.asked;
      used.answered += use.answered;
      used.estimated ||= use.estimated;
    }
  }
  return used;
};

export const legView = (leg: FoundLeg, seen: Seen, language: Language): Detail['legs'][number] => {
  const shown = (number: string): string => (seen.phones ? number : maskNumbers(number));
  return {
    ...{ kind: leg.kind, party: leg.party, name: leg.name ?? '', cost: leg.cost, endedBy: leg.endedBy },
    from: shown(leg.calledFrom),
    to: shown(leg.calledTo),
    beganAt: leg.beganAt.toISOString(),
    answeredAt: leg.answeredAt?.toISOString() ?? null,
    joinedAt: leg.joinedAt?.toISOString() ?? null,
    endedAt: leg.endedAt.toISOString(),
    becauseText: becauseText(leg.because, language),
    mos: leg.media?.mos ?? null,
  };
};

export const detailView = (
  row: FoundCall,
  labels: PlanLabels,
  seen: Seen,
  language: Language,
): Omit<Detail, 'notes' | 'afterCall' | 'legs'> => ({
  ...rowView(row, seen),
  synthesis: row.synthesis,
  because: row.because ?? '',
  becauseText: row.because === null ? '' : becauseText(row.because, language),
  sipReason: seen.phones ? row.sipReason : maskReason(row.sipReason, row.phone),
  hasLadder: row.hasLadder,
  isBlacklistedBy: row.isBlacklistedBy,
  heard: row.heard,
  levelRule: row.levelRule,
  correction: correctionOf(row, seen.phones),
  followed: row.followedAt === null ? null : { by: row.follower ?? '', at: row.followedAt.toISOString() },
  callerNumber: row.callerNumber,
  answeredAt: row.answeredAt?.toISOString() ?? null,
  ringMs: row.ringMs,
  lastNode: row.lastNode,
  ...wordsOf(row, seen),
  costs: costsOf(row.costs),
  used: usedOf(row.uses ?? []),
  about: knownBeforeOf(row.variables, labels, seen.phones, language),
  recording:
    row.fileKey === null || row.durationMs === null
      ? null
      : {
          fileId: row.fileKey,
          durationMs: row.durationMs,
          peaks: row.peaks && {
            callee: [...row.peaks.callee],
            robot: [...row.peaks.robot],
            quiet: row.peaks.quiet ? [...row.peaks.quiet] : null,
            paused: [...(row.peaks.paused ?? [])],
          },
        },
  media: row.media && {
    codec: row.media.codec,
    packetsLost: row.media.packetsLost,
    packetsReceived: row.media.packetsReceived,
    jitterMs: row.media.jitterMs,
    mos: row.media.mos ?? null,
    roundTripMs: row.media.roundTripMs ?? null,
  },
});
