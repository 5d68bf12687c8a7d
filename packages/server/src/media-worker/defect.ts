import type { ConversationEvent } from '@lianxian/core';

/** What threw, with where, for a log's field. */
export const defectText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** The kinds of a call's last events: what a person needs beside the stack, without a word that was said. */
interface EventTrail {
  readonly note: (event: ConversationEvent) => void;
  readonly text: () => string;
}

const KEPT = 30;

export const createEventTrail = (): EventTrail => {
  const kinds: string[] = [];
  return {
    note: ({ type }) => {
      kinds.push(type);
      if (kinds.length > KEPT) kinds.shift();
    },
    text: () => kinds.join(' '),
  };
};
