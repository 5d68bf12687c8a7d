import { hasOthers, type LiveCall } from '../softphone/keeper-parts.ts';
import type { SeatCall } from '../softphone/seat-store.ts';

export type CallParty = LiveCall['parties'][number];

/** The call before the seat: what the phone knows of it at once, and what the server told. */
export interface ShownCall {
  /** What is typed for it is kept by this. */
  readonly key: string;
  readonly callId: string | null;
  readonly direction: 'in' | 'out';
  readonly kind: SeatCall['kind'];
  readonly phone: string;
  /** What stands for the number where it is dialled: itself, or its token. */
  readonly dial: string;
  readonly name: string;
  readonly company: string;
  readonly tags: readonly string[];
  readonly planId: string | null;
  readonly planName: string;
  readonly todoId: string | null;
  readonly status: SeatCall['status'];
  /** Ms since the epoch. */
  readonly startedAt: number;
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  /** For others: this seat has left it. */
  readonly goesOn: boolean;
  readonly endedBy: SeatCall['endedBy'];
  readonly because: string | null;
  readonly isHeld: boolean;
  readonly isMuted: boolean;
  readonly isAway: boolean;
  readonly parties: readonly CallParty[];
  readonly before: LiveCall['before'];
  readonly isRecording: boolean;
  readonly mayPause: boolean;
  /** False: a colleague has it, who alone does anything with others. */
  readonly isMine: boolean;
  /** What the server has of what was typed; null: it has not said anything of the call yet. */
  readonly draft: LiveCall['draft'] | null;
}

/** Until the server has given it an id. */
const keyOf = ({ callId, startedAt }: Pick<SeatCall, 'callId' | 'startedAt'>): string => callId ?? `new-${startedAt}`;

const at = (iso: string): number => Date.parse(iso);
const atOrNull = (iso: string | null): number | null => (iso === null ? null : at(iso));

/** A call that only the server knows: after a reload, until the phone is back, or one that waits for its wrap-up. */
const fromServer = (facts: LiveCall): SeatCall => ({
  callId: facts.callId,
  direction: facts.direction,
  kind: facts.kind === 'out' ? 'manual' : facts.kind,
  phone: facts.phone,
  name: facts.name || null,
  planId: facts.planId,
  todoId: null,
  status: facts.endedAt !== null ? 'ended' : facts.answeredAt !== null ? 'answered' : 'dialling',
  startedAt: at(facts.startedAt),
  answeredAt: atOrNull(facts.answeredAt),
  endedAt: atOrNull(facts.endedAt),
  endedBy: null,
  because: null,
  isHeld: facts.heldAt !== null,
  isMuted: false,
  isAway: facts.endedAt === null,
});

/** `planNames`: of plans that the seat may call out with. */
export const shownCall = (
  phone: SeatCall | null,
  facts: LiveCall | null,
  planNames: ReadonlyMap<string, string>,
): ShownCall | null => {
  const call = phone ?? (facts && fromServer(facts));
  if (call === null) return null;
  const known = facts !== null && facts.callId === call.callId ? facts : null;
  const planId = known?.planId ?? call.planId;
  return {
    ...call,
    key: keyOf(call),
    phone: known?.phone ?? call.phone,
    dial: known?.dial ?? call.phone,
    name: known?.name || call.name || '',
    company: known?.company ?? '',
    tags: known?.tags ?? [],
    planId: planId || null,
    planName: known?.planName || planNames.get(planId ?? '') || '',
    // Of one that came back after a reload the phone knows its own answer alone: the timer goes on from the callee's.
    answeredAt: call.kind === 'resume' && known?.answeredAt ? at(known.answeredAt) : call.answeredAt,
    goesOn: call.status === 'ended' && known !== null && hasOthers(known),
    parties: known?.parties ?? [],
    before: known?.before ?? null,
    isRecording: known?.isRecording ?? true,
    mayPause: known?.mayPause ?? false,
    isMine: known?.isMine ?? true,
    draft: known?.draft ?? null,
  };
};

/** Original's window state: 1 it goes on, 2 it is over and there is something to submit, 0 it was hung up and all is done. */
export const windowLink = (status: ShownCall['status'], isSubmitted: boolean): 0 | 1 | 2 => {
  if (status !== 'ended') return 1;
  return isSubmitted ? 0 : 2;
};
