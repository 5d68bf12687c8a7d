import type { ConversationNote, HungUpBy, Instant, MediaFacts, RecordingFacts, Verdict } from '@lianxian/core';
import type { ClaimedCall } from './dialler.store.ts';
import type { Ending } from './ending.ts';
import { summaryOf, transcriptOf } from './transcript.view.ts';

/** What is known of a call that lives: filled by the switchboard's signals, folded into its ending. */
export interface LiveCall {
  readonly claim: ClaimedCall;
  readonly placedAt: Instant;
  dialledAt: Instant | null;
  ringingAt: Instant | null;
  answeredAt: Instant | null;
  /** What a BYE needs, until the database has it. */
  unsavedDialog: { readonly dialog: unknown; readonly at: Instant } | null;
  readonly notes: ConversationNote[];
}

export const beginCall = (claim: ClaimedCall, placedAt: Instant): LiveCall => ({
  claim,
  placedAt,
  dialledAt: null,
  ringingAt: null,
  answeredAt: null,
  unsavedDialog: null,
  notes: [],
});

/** Keeps a note; words of an unfinished sentence replace those before them. */
export const keepNote = (call: LiveCall, note: ConversationNote): void => {
  const last = call.notes.at(-1);
  if (note.type === 'callee.saying' && last?.type === 'callee.saying' && last.line === note.line) call.notes.pop();
  call.notes.push(note);
};

export interface CallEnd {
  readonly at: Instant;
  readonly verdict: Verdict;
  readonly by: HungUpBy;
  readonly recording: RecordingFacts | null;
  readonly media: MediaFacts | null;
}

/** The record of a call that came to its end here. `toDate` gives the wall clock of an instant. */
export const endingOf = (call: LiveCall, end: CallEnd, toDate: (at: Instant) => Date): Ending => {
  const { claim, dialledAt, answeredAt, notes } = call;
  const date = (at: Instant | null): string | null => (at === null ? null : toDate(at).toISOString());
  const summary = answeredAt === null ? null : summaryOf(notes);
  return {
    merchantId: claim.merchantId,
    call: claim.call,
    fence: claim.fence,
    verdict: end.verdict,
    hungUpBy: end.by,
    dialledAt: date(dialledAt),
    answeredAt: date(answeredAt),
    endedAt: toDate(end.at).toISOString(),
    ringMs: rangFor(call, end.at),
    talkMs: answeredAt === null ? 0 : Math.max(0, Math.round(end.at - answeredAt)),
    level: summary?.level ?? null,
    levelRule: summary?.levelRule ?? null,
    lastNode: summary?.lastNode || null,
    transcript: answeredAt === null ? null : transcriptOf(notes, answeredAt),
    recording: end.recording,
    media: answeredAt === null ? null : end.media,
  };
};

/** From the first ringing to the answer or the end; an answer without ringing counts from the dialling. */
const rangFor = ({ dialledAt, ringingAt, answeredAt }: LiveCall, endedAt: Instant): number | null => {
  const since = ringingAt ?? (answeredAt === null ? null : dialledAt);
  return since === null ? null : Math.round((answeredAt ?? endedAt) - since);
};
