import { endpoints } from '@lianxian/contract';
import { useEffect } from 'react';
import { call as ask } from '../api/call.ts';
import { changePaper, type Paper, paperOf } from './paper.ts';
import type { ShownCall } from './shown-call.ts';

/** The server has it this long after the last change; this browser at once. */
const afterMs = 600;

/** Answers and note are at the server too: another browser of this seat begins with them. */
export const useKeptDraft = ({ key, callId, draft }: ShownCall, { answers, note }: Paper): void => {
  useEffect(() => {
    if (callId === null || paperOf(key).at === 0) return;
    const timer = setTimeout(() => {
      ask(
        endpoints.seatWork.keepDraft,
        { callId, answers: answers.map(answer => ({ ...answer, values: [...answer.values] })), note },
        { quiet: true },
      ).catch(() => undefined);
    }, afterMs);
    return () => clearTimeout(timer);
  }, [key, callId, answers, note]);
  useEffect(() => {
    if (draft === null || paperOf(key).at > 0) return;
    if (draft.answers.length > 0 || draft.note !== '') changePaper(key, draft);
  }, [key, draft]);
};
