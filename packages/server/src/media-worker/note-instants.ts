import type { ConversationNote, Instant } from '@lianxian/core';

/** The same note with each of its instants changed by `change`: from one clock to another (`clock.ts`). */
export const noteWith = (note: ConversationNote, change: (at: Instant) => Instant): ConversationNote => {
  const at = change(note.at);
  if (note.type === 'callee.said') return { ...note, at, endAt: change(note.endAt) };
  if (note.type !== 'ended') return { ...note, at };
  const path = note.summary.path.map(step => ({ ...step, enteredAt: change(step.enteredAt) }));
  return { ...note, at, summary: { ...note.summary, path } };
};
