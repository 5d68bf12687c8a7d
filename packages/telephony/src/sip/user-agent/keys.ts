import { after, type Instant, instant } from '@lianxian/core/kit';
import type { Header, SipMessage } from '../grammar/message.ts';
import type { Alarm } from '../transaction/alarms.ts';
import { mediaType } from './answers.ts';
import { ask, type Work } from './work.ts';

/**
 * Keys by SIP INFO, as phones and carriers send them: `application/dtmf-relay` with lines `Signal=5` and `Duration=160`
 * (the older Cisco way that the world speaks; RFC 6086 names no package for it), `application/dtmf` with the bare key.
 */
export const KEY_TYPES: readonly string[] = ['application/dtmf-relay', 'application/dtmf'];

/** Some write the event's number of RFC 4733 instead of the key. */
const BY_NUMBER: Readonly<Record<string, string>> = { 10: '*', 11: '#', 12: 'A', 13: 'B', 14: 'C', 15: 'D' };

/** The key an INFO tells; null where it tells none that we know. */
export const readKey = (message: SipMessage): string | null => {
  const text = Buffer.from(message.body).toString('latin1');
  const type = mediaType(message);
  if (!KEY_TYPES.includes(type)) return null;
  const told = type === 'application/dtmf' ? text : /^\s*signal\s*=\s*(\S+)/im.exec(text)?.[1];
  const key = (told ?? '').trim().toUpperCase();
  return /^[0-9*#A-D]$/.test(key) ? key : (BY_NUMBER[key] ?? null);
};

const keyMessage = (key: string, ms: number): { headers: readonly Header[]; body: Uint8Array } => ({
  headers: [{ name: 'content-type', value: 'application/dtmf-relay' }],
  body: Buffer.from(`Signal=${key}\r\nDuration=${ms}\r\n`),
});

interface KeySender {
  readonly send: (keys: string, ms: number, at: Instant) => void;
  readonly close: () => void;
}

/** Nobody presses more without listening in between. */
const MAX_QUEUED = 64;
const MIN_MS = 40;
const MAX_MS = 5_000;
/** Between two keys (ITU-T Q.24 asks 40 ms at least). */
const PAUSE_MS = 80;

/** One key after the other: the next when the last was answered and has had its time. */
export const createKeySender = (work: Work): KeySender => {
  const queue: { readonly key: string; readonly ms: number }[] = [];
  let isBusy = false;
  let alarm: Alarm | null = null;

  const next = (at: Instant): void => {
    const first = queue.shift();
    isBusy = first !== undefined;
    if (first === undefined || work.isOver) return;
    const free = after(at, first.ms + PAUSE_MS);
    // A key that is refused is lost; the others may still be of use.
    ask(work, { method: 'INFO', ...keyMessage(first.key, first.ms) }, at, (_response, now) => {
      if (work.isOver) return;
      alarm = work.context.alarms.set(instant(Math.max(free, now)), next);
    });
  };

  return {
    send: (keys, ms, at) => {
      const length = Math.round(Math.min(Math.max(ms, MIN_MS), MAX_MS));
      for (const key of keys.toUpperCase()) {
        if (/^[0-9*#A-D]$/.test(key) && queue.length < MAX_QUEUED) queue.push({ key, ms: length });
      }
      if (!isBusy) next(at);
    },
    close: () => {
      queue.length = 0;
      work.context.alarms.cancel(alarm);
    },
  };
};
