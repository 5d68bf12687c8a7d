import { type LiveCallEvent, liveCallEvent } from '@lianxian/contract';
import { z } from 'zod';
import { BUS_BYTES, type Bus } from '../../platform/bus.ts';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { Session } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import type { PushSocket } from '../../platform/push/index.ts';
import { findStage } from './calls.store.ts';
import type { LiveCalls } from './live.ts';

/**
 * Live words between calls and web over the bus: web says which calls are watched, calls sends their events, web
 * forwards them to its sockets. Both ends parse what comes.
 */
const WATCH_CHANNEL = 'call_watch';
const WORDS_CHANNEL = 'call_words';
const RENEW_MS = 10_000;

const watchSchema = z.object({ call: z.string().max(20), replay: z.boolean() });
const wordsSchema = z.object({ merchantId: z.string(), call: z.string(), events: z.array(liveCallEvent) });

const parsed = <S extends z.ZodType>(schema: S, payload: string): z.output<S> | null => {
  try {
    return schema.parse(JSON.parse(payload));
  } catch {
    return null;
  }
};

/** Topics of this room: `call:<id>` (one live call) and `calls` (records of the merchant). */
export const topicOfCall = (call: string): string => `call:${call}`;
export const CALLS_TOPIC = 'calls';

/** Cuts events into messages that fit the bus. */
const chunked = (merchantId: string, call: string, events: readonly LiveCallEvent[]): string[] => {
  const whole = JSON.stringify({ merchantId, call, events });
  if (Buffer.byteLength(whole) <= BUS_BYTES || events.length <= 1) return [whole];
  const half = events.length >> 1;
  return [...chunked(merchantId, call, events.slice(0, half)), ...chunked(merchantId, call, events.slice(half))];
};

/** Messages that may wait for the bus; a page that missed some sees a gap in `seq` and asks again. */
const WAITING_BOUND = 2_000;

/** Calls' end: sends events in order, one message at a time. */
export const openWordsPublisher = (bus: Bus, log: Log) => {
  const waiting: string[] = [];
  let sending = false;
  const send = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await bus.notify(WORDS_CHANNEL, next).catch(error => log.warn({ err: error }, 'words of a live call were lost'));
    sending = false;
  };
  return (merchantId: string, call: string, events: readonly LiveCallEvent[]): void => {
    if (waiting.length >= WAITING_BOUND) return;
    waiting.push(...chunked(merchantId, call, events));
    void send();
  };
};

/** Calls' end: hears who watches. */
export const hearWatches = (bus: Bus, words: LiveCalls, now: () => Parameters<LiveCalls['watch']>[2]) =>
  bus.listen(WATCH_CHANNEL, payload => {
    const told = parsed(watchSchema, payload);
    if (told) words.watch(told.call, told.replay, now());
  });

export interface LivePushParts {
  readonly push: PushSocket;
  readonly bus: Bus;
  readonly log: Log;
  readonly merchantDb: (merchantId: string) => MerchantDb;
}

const CALL_TOPIC = /^call:([1-9]\d{0,18})$/;
const maySee = ({ rights, buttons }: Session): boolean => rights.has('callLog') || buttons.has('call_out');

/** Web's end: topics, watches, and forwarding. The answer stops it. */
export const bindLivePush = async ({ push, bus, log, merchantDb }: LivePushParts): Promise<() => Promise<void>> => {
  const watched = new Set<string>();
  const watch = (call: string, replay: boolean): void => {
    bus.notify(WATCH_CHANNEL, JSON.stringify({ call, replay })).catch(error => {
      log.warn({ err: error }, 'a watch of a live call was lost');
    });
  };
  push.provide({
    prefix: 'call:',
    mayWatch: async (session, topic) => {
      const id = CALL_TOPIC.exec(topic)?.[1];
      if (id === undefined || !maySee(session)) return false;
      return (await findStage(merchantDb(session.merchantId), id)) !== undefined;
    },
    onWatch: (_, topic) => {
      const call = topic.slice('call:'.length);
      watched.add(call);
      watch(call, true);
    },
    onUnwatch: (_, topic) => {
      watched.delete(topic.slice('call:'.length));
    },
  });
  push.provide({ prefix: CALLS_TOPIC, mayWatch: async session => maySee(session) });
  const renewal = setInterval(() => {
    for (const call of watched) watch(call, false);
  }, RENEW_MS);
  const unlisten = await bus.listen(WORDS_CHANNEL, payload => {
    const told = parsed(wordsSchema, payload);
    if (!told) return;
    const topic = topicOfCall(told.call);
    for (const event of told.events) push.deliver(told.merchantId, topic, { type: 'call', topic, event });
  });
  return async () => {
    clearInterval(renewal);
    await unlisten();
  };
};
