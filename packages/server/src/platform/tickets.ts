import { limits } from '@lianxian/contract';
import type { Secrets } from './secrets.ts';

/** What a ticket opens: one thing of one merchant, for a minute. */
export interface Ticket {
  readonly kind: 'file' | 'listen' | 'sound';
  readonly merchantId: string;
  readonly subject: string;
}

export interface Tickets {
  readonly issue: (ticket: Ticket, at: Date) => string;
  /** `null` when it is forged, expired or for something else. */
  readonly redeem: (kind: Ticket['kind'], text: string, at: Date) => Ticket | null;
}

/** Signed, not stored: any node can redeem what another issued, and nothing has to be cleaned up. */
export const openTickets = (secrets: Secrets): Tickets => ({
  issue: ({ kind, merchantId, subject }, at) => {
    const text = [kind, merchantId, subject, at.getTime() + limits.ticketMs].join('.');
    return `${text}.${secrets.sign(text)}`;
  },
  redeem: (kind, text, at) => {
    const cut = text.lastIndexOf('.');
    const body = text.slice(0, cut);
    if (cut < 0 || !secrets.isSigned(body, text.slice(cut + 1))) return null;
    const [, kindOfIt, merchantId, subject, until] = /^([^.]*)\.([^.]*)\.(.*)\.(\d+)$/.exec(body) ?? [];
    if (kindOfIt !== kind || merchantId === undefined || subject === undefined) return null;
    return Number(until) > at.getTime() ? { kind, merchantId, subject } : null;
  },
});
