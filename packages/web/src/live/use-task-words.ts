import type { TaskWord } from '@lianxian/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { listenTo } from './socket.ts';
import { createTaskWords, type TaskWords } from './task-words.ts';

/** The words of a task's live calls, followed over the socket. */
export const useTaskWords = (taskId: string): TaskWords => {
  const [words] = useState(() => createTaskWords(work => requestAnimationFrame(work)));
  useEffect(
    () =>
      listenTo(`task:${taskId}`, message => {
        if (message.type === 'taskWords') words.take(message.calls);
      }),
    [taskId, words],
  );
  return words;
};

export const useTaskWord = (words: TaskWords, call: string): TaskWord | undefined =>
  useSyncExternalStore(
    listener => words.watch(call, listener),
    () => words.of(call),
  );

/** Its node alone: told only when it goes on to another. */
export const useTaskNode = (words: TaskWords, call: string): string =>
  useSyncExternalStore(
    listener => words.watch(call, listener),
    () => words.of(call)?.node ?? '',
  );

export const useCalleesSpeaking = (words: TaskWords): ReadonlySet<string> =>
  useSyncExternalStore(words.watchSpeaking, words.calleesSpeaking);
