/**
 * One message to one number.
 *
 *   queued ─taken→ handing ─accepted→ sent ─report→ delivered | failed
 *     │  ▲            ├─again→ (queued)                ▲
 *     │  └────────────┘├─rejected→ failed              │
 *     │                └─lost→ unknown ─report─────────┘
 *     ├─withheld→ withheld
 *     └─expired, cancelled→ failed
 *
 * Invariants: it is handed over at most once more than a provider said that it did not take it; of what nobody knows whether it
 * was taken it is said so, and it is not sent again; a report counts once, whether it comes before the answer or twice.
 */
export const messageStates = ['queued', 'handing', 'sent', 'delivered', 'failed', 'unknown', 'withheld'] as const;
export type MessageState = (typeof messageStates)[number];

export const messageSources = ['hand', 'rule', 'node', 'batch'] as const;
export type MessageSource = (typeof messageSources)[number];

export type MessageEvent =
  | 'taken'
  | 'accepted'
  /** The provider did not take it, and is sure; another may. */
  | 'again'
  | 'rejected'
  /** Nobody knows whether the provider took it. */
  | 'lost'
  | 'delivered'
  | 'undelivered'
  | 'withheld'
  | 'expired'
  | 'cancelled';

const moves: Readonly<Record<MessageState, Readonly<Partial<Record<MessageEvent, MessageState>>>>> = {
  queued: { taken: 'handing', withheld: 'withheld', expired: 'failed', cancelled: 'failed' },
  handing: {
    ...{ accepted: 'sent', again: 'queued', rejected: 'failed', lost: 'unknown' },
    // It was quicker than the answer.
    ...{ delivered: 'delivered', undelivered: 'failed' },
  },
  sent: { delivered: 'delivered', undelivered: 'failed' },
  // An answer that comes late says that it was taken.
  unknown: { accepted: 'sent', delivered: 'delivered', undelivered: 'failed', rejected: 'failed' },
  // What came on was delivered, whatever was said of it before.
  failed: { delivered: 'delivered' },
  delivered: {},
  withheld: {},
};

/** Where it goes; null: what happened changes nothing. */
export const moveMessage = (state: MessageState, event: MessageEvent): MessageState | null =>
  moves[state][event] ?? null;

export const isOver = (state: MessageState): boolean => !['queued', 'handing', 'sent'].includes(state);

/** Of the parts of a message, each with its own report: it came on when all did, and did not when one did not. */
export const reportOfParts = (parts: readonly (boolean | null)[]): 'delivered' | 'undelivered' | null => {
  if (parts.some(part => part === false)) return 'undelivered';
  return parts.length > 0 && parts.every(part => part === true) ? 'delivered' : null;
};
