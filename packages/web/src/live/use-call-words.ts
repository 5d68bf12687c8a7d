import type { CallWord } from '@lianxian/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type CallPick, type CallWords, createCallWords } from './call-words.ts';
import { listenTo } from './socket.ts';

/** The server folds words over so many ms and sends them in parts: a board is painted once for all of them. */
const paintEveryMs = 300;
const partsWithinMs = 40;

/** Work done when the browser is about to paint, and never twice within `paintEveryMs`. */
const calmly = () => {
  let last = Number.NEGATIVE_INFINITY;
  const run = (work: () => void) => {
    last = performance.now();
    work();
  };
  return (work: () => void) => {
    const wait = Math.max(partsWithinMs, last + paintEveryMs - performance.now());
    setTimeout(() => requestAnimationFrame(() => run(work)), wait);
  };
};

/** The words of the live calls of `topic`, followed over the socket: those of a task (`task:<id>`), or all (`live`). */
export const useCallWords = (topic: `task:${string}` | 'live'): CallWords => {
  const [words] = useState(() => createCallWords(calmly()));
  useEffect(
    () =>
      listenTo(topic, message => {
        if (message.type === 'taskWords' || message.type === 'liveWords') words.take(message.calls);
      }),
    [topic, words],
  );
  return words;
};

/** Its level so far alone. */
export const useCallLevel = (words: CallWords, call: string): CallWord['level'] =>
  useSyncExternalStore(
    listener => words.watch(call, listener),
    () => words.of(call)?.level ?? null,
  );

/** Its node alone: told only when it goes on to another. */
export const useCallNode = (words: CallWords, call: string): string =>
  useSyncExternalStore(
    listener => words.watch(call, listener),
    () => words.of(call)?.node ?? '',
  );

/** The calls of a pick; null where nothing is picked. */
export const usePicked = (words: CallWords, pick: CallPick | null): ReadonlySet<string> | null =>
  useSyncExternalStore(words.watchPicks, () => pick && words.picked(pick));
