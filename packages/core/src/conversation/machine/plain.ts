import { after, type Instant, ignored, moved, type Step } from '../../kit/index.ts';
import type { ConversationEffect, ConversationEvent, ConversationNote } from '../events/events.ts';

/**
 * A talk among people alone, of a call without a plan: what was said is noted, and nothing is answered. The same events
 * and wishes as a conversation's, so that a rim need not know which of the two it runs.
 *
 *   quiet ──callee.words──▶ hearing ──callee.sentence──▶ quiet
 *
 * Invariants: it says nothing; it hangs up only when the balance is out; it has no last word, and so no summary.
 */
interface PlainTalk {
  readonly lines: number;
  /** The callee's line that grows. */
  readonly hearing: { readonly line: number; readonly since: Instant } | null;
  /** When the balance is out. */
  readonly outAt: Instant | null;
}

export const startPlainTalk = (): PlainTalk => ({ lines: 0, hearing: null, outAt: null });

export const stepPlainTalk = (
  state: PlainTalk,
  event: ConversationEvent,
  at: Instant,
): Step<PlainTalk, ConversationEffect> => {
  switch (event.type) {
    case 'callee.words': {
      const hearing = state.hearing ?? { line: state.lines + 1, since: at };
      const note = { type: 'callee.saying', at: hearing.since, line: hearing.line, text: event.text } as const;
      return noted({ ...state, hearing, lines: Math.max(state.lines, hearing.line) }, note);
    }
    case 'callee.sentence': {
      if (event.text.trim() === '') return ignored(state, 'an empty sentence');
      const { line, since } = state.hearing ?? { line: state.lines + 1, since: at };
      const bare = { node: '', understood: null, missed: false, whileRobotSpoke: false } as const;
      const note = { type: 'callee.said', at: since, endAt: at, line, text: event.text, ...bare } as const;
      return noted({ ...state, hearing: null, lines: Math.max(state.lines, line) }, note);
    }
    case 'person.sentence': {
      if (event.text.trim() === '') return ignored(state, 'an empty sentence');
      const line = state.lines + 1;
      const note = { type: 'person.said', at, line, party: event.party, side: 'seat', text: event.text } as const;
      return noted({ ...state, lines: line }, note);
    }
    case 'balance.out': {
      const outAt = after(at, event.leftMs);
      return moved({ ...state, outAt }, { type: 'setTimer', timer: 'longest', at: outAt });
    }
    case 'timer.fired':
      if (event.timer !== 'longest' || state.outAt === null) return ignored(state, 'the timer was not set');
      return moved({ ...state, outAt: null }, { type: 'hangUp' });
    default:
      return ignored(state, 'people talk by themselves');
  }
};

const noted = (state: PlainTalk, note: ConversationNote): Step<PlainTalk, ConversationEffect> =>
  moved(state, { type: 'note', note });
