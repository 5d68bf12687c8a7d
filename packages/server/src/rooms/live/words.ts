import { callWord, liveCallEvent } from '@lianxian/contract';
import type { Instant } from '@lianxian/core';
import { z } from 'zod';
import { BUS_BYTES, type Bus } from '../../platform/bus.ts';
import type { Log } from '../../platform/log.ts';
import type { LiveCalls, LiveCallsOptions, OwnedWord } from './live.ts';

/**
 * Live words over the bus: web says which calls are watched, calls sends their events, web forwards them to
 * its sockets. Whoever hears, parses.
 */
const WATCH_CHANNEL = 'call_watch';
const WORDS_CHANNEL = 'call_words';

/** What is watched: one call, the board of a task, all live calls or the lines of a merchant. */
const watchSchema = z.union([
  z.object({ call: z.string().max(20), replay: z.boolean() }),
  z.object({ task: z.string().max(20), replay: z.boolean() }),
  z.object({ callsOf: z.string().max(20), replay: z.boolean() }),
  z.object({ linesOf: z.string().max(20) }),
]);
export type Watch = z.infer<typeof watchSchema>;
const rowOwner = z.object({ id: z.string(), departmentPath: z.string() });
const wordsSchema = z.union([
  z.object({ merchantId: z.string(), call: z.string(), events: z.array(liveCallEvent) }),
  z.object({ merchantId: z.string(), task: z.string(), words: z.array(callWord) }),
  z.object({ callsOf: z.string(), owner: rowOwner.nullable(), words: z.array(callWord) }),
  z.object({ linesOf: z.string() }),
]);
type Words = z.infer<typeof wordsSchema>;

const parsed = <S extends z.ZodType>(schema: S, payload: string): z.output<S> | null => {
  try {
    return schema.parse(JSON.parse(payload));
  } catch {
    return null;
  }
};

/** Cuts what is told into messages that fit the bus. */
const chunked = <T>(told: readonly T[], message: (some: readonly T[]) => object): string[] => {
  const whole = JSON.stringify(message(told));
  if (Buffer.byteLength(whole) <= BUS_BYTES || told.length <= 1) return [whole];
  const half = told.length >> 1;
  return [...chunked(told.slice(0, half), message), ...chunked(told.slice(half), message)];
};

/** Messages that may wait for the bus; a page that missed some sees a gap in `seq` and asks again. */
const WAITING_BOUND = 2_000;

interface WordsPublisher {
  readonly publish: LiveCallsOptions['publish'];
  readonly publishTask: LiveCallsOptions['publishTask'];
  readonly publishMerchant: LiveCallsOptions['publishMerchant'];
  readonly publishLines: LiveCallsOptions['publishLines'];
}

/** One message of each owner: who may hear it is decided once for all of it. */
const byOwner = (callsOf: string, told: readonly OwnedWord[]): string[] =>
  [...Map.groupBy(told, ({ owner }) => owner?.id).values()].flatMap(some => {
    const { owner } = some[0]!;
    return chunked(
      some.map(({ word }) => word),
      words => ({ callsOf, owner, words }),
    );
  });

/** Calls' end: sends in order, one message at a time. */
export const openWordsPublisher = (bus: Bus, log: Log): WordsPublisher => {
  const waiting: string[] = [];
  let sending: Promise<void> | null = null;
  const sendAll = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await bus.notify(WORDS_CHANNEL, next).catch(error => log.warn({ err: error }, 'words of a live call were lost'));
    sending = null;
  };
  const send = (messages: readonly string[]): Promise<void> => {
    if (waiting.length < WAITING_BOUND) waiting.push(...messages);
    sending ??= sendAll();
    return sending;
  };
  return {
    publish: (merchantId, call, events) => {
      void send(chunked(events, some => ({ merchantId, call, events: some })));
    },
    publishTask: (merchantId, task, words) => send(chunked(words, some => ({ merchantId, task, words: some }))),
    publishMerchant: (callsOf, told) => send(byOwner(callsOf, told)),
    publishLines: linesOf => void send([JSON.stringify({ linesOf })]),
  };
};

/** Calls' end: hears who watches. */
export const hearWatches = (
  bus: Bus,
  words: Pick<LiveCalls, 'watch' | 'watchTask' | 'watchMerchant' | 'watchLines'>,
  now: () => Instant,
) =>
  bus.listen(WATCH_CHANNEL, payload => {
    const told = parsed(watchSchema, payload);
    if (!told) return;
    if ('call' in told) words.watch(told.call, told.replay, now());
    else if ('task' in told) words.watchTask(told.task, told.replay, now());
    else if ('callsOf' in told) words.watchMerchant(told.callsOf, told.replay, now());
    else words.watchLines(told.linesOf, now());
  });

/** Web's end: says that somebody watches. */
export const sendWatch = (bus: Bus, watch: Watch): Promise<void> => bus.notify(WATCH_CHANNEL, JSON.stringify(watch));

/** Web's end: hears words, each kind by its own handler. */
export const hearWords = (bus: Bus, handlers: WordsHandlers) =>
  bus.listen(WORDS_CHANNEL, payload => {
    const told = parsed(wordsSchema, payload);
    if (!told) return;
    if ('call' in told) handlers.onCall?.(told);
    else if ('task' in told) handlers.onTask?.(told);
    else if ('callsOf' in told) handlers.onMerchant?.(told);
    else handlers.onLines?.(told.linesOf);
  });

interface WordsHandlers {
  readonly onCall?: (words: Extract<Words, { readonly call: string }>) => void;
  readonly onTask?: (words: Extract<Words, { readonly task: string }>) => void;
  readonly onMerchant?: (words: Extract<Words, { readonly callsOf: string }>) => void;
  readonly onLines?: (merchantId: string) => void;
}
