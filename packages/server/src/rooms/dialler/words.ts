import { type LiveCallEvent, liveCallEvent } from '@lianxian/contract';
import type { Instant } from '@lianxian/core';
import { z } from 'zod';
import { BUS_BYTES, type Bus } from '../../platform/bus.ts';
import type { Log } from '../../platform/log.ts';
import type { LiveCalls } from './live.ts';

/**
 * Live words over the bus (house §4): web says which calls are watched, calls sends their events, web forwards them to
 * its sockets. Whoever hears, parses.
 */
const WATCH_CHANNEL = 'call_watch';
const WORDS_CHANNEL = 'call_words';

const watchSchema = z.object({ call: z.string().max(20), replay: z.boolean() });
export type Watch = z.infer<typeof watchSchema>;
const wordsSchema = z.object({ merchantId: z.string(), call: z.string(), events: z.array(liveCallEvent) });
export type Words = z.infer<typeof wordsSchema>;

const parsed = <S extends z.ZodType>(schema: S, payload: string): z.output<S> | null => {
  try {
    return schema.parse(JSON.parse(payload));
  } catch {
    return null;
  }
};

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
export const hearWatches = (bus: Bus, words: LiveCalls, now: () => Instant) =>
  bus.listen(WATCH_CHANNEL, payload => {
    const told = parsed(watchSchema, payload);
    if (told) words.watch(told.call, told.replay, now());
  });

/** Web's end: says that somebody watches. */
export const sendWatch = (bus: Bus, watch: Watch): Promise<void> => bus.notify(WATCH_CHANNEL, JSON.stringify(watch));

/** Web's end: hears words. */
export const hearWords = (bus: Bus, handler: (words: Words) => void) =>
  bus.listen(WORDS_CHANNEL, payload => {
    const told = parsed(wordsSchema, payload);
    if (told) handler(told);
  });
