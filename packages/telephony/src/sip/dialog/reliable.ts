import { ignored, moved, type Step } from '@lianxian/core/kit';

/**
 * Reliable provisional answers (RFC 3262). As caller: what an RSeq is to us, in the dialog it came in. As callee: one
 * at a time is on its way and repeated until its PRACK; the others wait for their turn.
 *
 *     idle ──provisional──▶ waiting ──PRACK──▶ idle, or the next one leaves
 *                              │ final, or 64·T1 without PRACK (given up)
 *                              ▼
 *                            over
 *
 * Invariants: RSeq grows by one (§3); an answer that holds SDP is acknowledged before a 2xx may leave (§3); a PRACK is
 * taken once, and while the call lives also after the final answer.
 */
type Heard = 'acknowledge' | 'repeated' | 'gap';

/** `last`: the highest RSeq acknowledged in this dialog; any number may be the first (RFC 3262 §4). */
export const hearReliable = (last: number | null, rseq: number): Heard => {
  if (last === null || rseq === last + 1) return 'acknowledge';
  return rseq <= last ? 'repeated' : 'gap';
};

export interface Provisional<Message> {
  readonly message: Message;
  readonly hasSdp: boolean;
}

export type Provisionals<Message> =
  | { readonly is: 'idle'; readonly next: number }
  | {
      readonly is: 'waiting';
      readonly next: number;
      readonly sent: Provisional<Message> & { readonly rseq: number };
      readonly queue: readonly Provisional<Message>[];
    }
  /** A final answer has left; the last one sent may still be acknowledged. */
  | { readonly is: 'over'; readonly rseq: number | null };

export type ProvisionalEvent<Message> =
  | { readonly type: 'provisional'; readonly provisional: Provisional<Message> }
  | { readonly type: 'prack'; readonly rseq: number }
  | { readonly type: 'patience' }
  | { readonly type: 'final' };

type ProvisionalEffect<Message> =
  /** Send and repeat. */
  | { readonly type: 'send'; readonly message: Message; readonly rseq: number }
  | { readonly type: 'stopRepeating' }
  /** Of a PRACK: its 200. */
  | { readonly type: 'accept' }
  /** Of a PRACK that acknowledges nothing of ours: 481 (RFC 3262 §3). */
  | { readonly type: 'reject' }
  /** Nobody acknowledges: the call is refused with a 5xx (RFC 3262 §3). */
  | { readonly type: 'giveUp' };

/** A caller that acknowledges nothing while we go on ringing: later provisionals say nothing new and are left out. */
const MAX_QUEUED = 8;

export const startProvisionals = <Message>(first: number): Provisionals<Message> => ({ is: 'idle', next: first });

/** Whether a 2xx must wait. */
export const holdsAnswer = <Message>(state: Provisionals<Message>): boolean =>
  state.is === 'waiting' && [state.sent, ...state.queue].some(each => each.hasSdp);

type ProvisionalStep<Message> = Step<Provisionals<Message>, ProvisionalEffect<Message>>;

export const stepProvisionals = <Message>(
  state: Provisionals<Message>,
  event: ProvisionalEvent<Message>,
): ProvisionalStep<Message> => {
  switch (event.type) {
    case 'provisional':
      return onProvisional(state, event.provisional);
    case 'prack':
      return onPrack(state, event.rseq);
    case 'patience':
      if (state.is !== 'waiting') return ignored(state, 'nothing waits for a PRACK');
      return go({ is: 'over', rseq: null }, { type: 'stopRepeating' }, { type: 'giveUp' });
    case 'final':
      if (state.is === 'over') return ignored(state, 'the final answer has left');
      return go({ is: 'over', rseq: state.is === 'waiting' ? state.sent.rseq : null }, { type: 'stopRepeating' });
  }
};

const go = <Message>(
  state: Provisionals<Message>,
  ...effects: readonly ProvisionalEffect<Message>[]
): ProvisionalStep<Message> => moved(state, ...effects);

const leave = <Message>(
  rseq: number,
  sent: Provisional<Message>,
  queue: readonly Provisional<Message>[],
): Provisionals<Message> => ({ is: 'waiting', next: rseq + 1, sent: { ...sent, rseq }, queue });

const onProvisional = <Message>(
  state: Provisionals<Message>,
  provisional: Provisional<Message>,
): ProvisionalStep<Message> => {
  if (state.is === 'over') return ignored(state, 'the final answer has left');
  if (state.is === 'waiting') {
    if (state.queue.length >= MAX_QUEUED) return ignored(state, 'too many wait for their turn');
    return moved({ ...state, queue: [...state.queue, provisional] });
  }
  const { message } = provisional;
  return go(leave(state.next, provisional, []), { type: 'send', message, rseq: state.next });
};

const onPrack = <Message>(state: Provisionals<Message>, rseq: number): ProvisionalStep<Message> => {
  if (state.is === 'over' && state.rseq === rseq) return go({ is: 'over', rseq: null }, { type: 'accept' });
  if (state.is !== 'waiting' || state.sent.rseq !== rseq) return go(state, { type: 'reject' });
  const [first, ...queue] = state.queue;
  if (first === undefined) {
    return go({ is: 'idle', next: state.next }, { type: 'stopRepeating' }, { type: 'accept' });
  }
  return go(
    leave(state.next, first, queue),
    { type: 'stopRepeating' },
    { type: 'accept' },
    { type: 'send', message: first.message, rseq: state.next },
  );
};

/** `RSeq: 988789` (RFC 3262 §7.1): 1 to 2^31 − 1. */
export const parseRSeq = (value: string | null): number | null => {
  if (value === null || !/^\s*\d{1,10}\s*$/.test(value)) return null;
  const number = Number.parseInt(value, 10);
  return number >= 1 && number < 2 ** 31 ? number : null;
};

/** `RAck: 776656 1 INVITE` (RFC 3262 §7.2). */
export const parseRAck = (value: string | null): { rseq: number; cseq: number; method: string } | null => {
  const [rseq, cseq, method, ...rest] = (value ?? '').trim().split(/[ \t]+/);
  const number = parseRSeq(rseq ?? null);
  if (number === null || cseq === undefined || !/^\d{1,10}$/.test(cseq) || method === undefined || rest.length > 0) {
    return null;
  }
  return { rseq: number, cseq: Number.parseInt(cseq, 10), method };
};
