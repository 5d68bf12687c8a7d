import { callStateNumber, endpoints, seatCallTypes } from '@lianxian/contract';
import { answersToWire, firstOpen, type GuideQuestion } from '@lianxian/core';
import i18next from 'i18next';
import { call as ask } from '../api/call.ts';
import { type CallOptions, Refusal } from '../api/wire.ts';
import { closeCall, endWrapUp } from '../softphone/seat.ts';
import { useSeat } from '../softphone/seat-store.ts';
import { when } from '../ui/format.ts';
import { pause } from '../ui/pause.ts';
import { toast } from '../ui/toast.ts';
import { sendBack } from './guide/stand.ts';
import { changePaper, dueKeys, isTouched, type Paper, paperOf, substanceOf } from './paper.ts';
import type { ShownCall } from './shown-call.ts';

/** It goes on (contract, refusals). */
const callNotOver = 491;

/** Hanging up, closing and submitting: what the guide's required questions let one do, and what the server is told. */
export interface Ending {
  readonly call: ShownCall;
  readonly questions: readonly GuideQuestion[];
  /** Its questions could be read: without them nothing is known of answers. */
  readonly areKnown: boolean;
}

/** Hanging up is refused in other words than closing and submitting. */
type Blocked = 'blockedHangUp' | 'blockedClose';

/** Is a required question on the way open? Says so, and leads to it. */
const isBlocked = ({ call, questions }: Ending, says: Blocked): boolean => {
  const open = firstOpen(questions, paperOf(call.key).answers);
  if (open === null) return false;
  toast.bad(i18next.t($ => $[says], { ns: 'console' }));
  sendBack(call.key, open.id);
  return true;
};

/** A call that was never talked in asks for nothing. */
const isTalked = ({ call }: Ending): boolean => call.answeredAt !== null;

/** Nor does one that a colleague leads, who asks its questions. */
const isAsked = (ending: Ending): boolean => isTalked(ending) && ending.call.isMine;

export const mayHangUp = (ending: Ending): boolean => !isAsked(ending) || !isBlocked(ending, 'blockedHangUp');

/** For the next call. */
export const mayLeave = (ending: Ending): boolean =>
  !(isAsked(ending) && isBlocked(ending, 'blockedClose')) && ending.call.status === 'ended';

const jsonOf = ({ call, questions }: Ending): string =>
  JSON.stringify(answersToWire(questions, paperOf(call.key).answers));

/** 1: a call of one's own, 2: one that came in, 3: one that was promised. */
const surveyTypeOf = ({ direction, todoId }: ShownCall): 1 | 2 | 3 => {
  if (todoId !== null) return 3;
  return direction === 'out' ? 1 : 2;
};
const upload = (ending: Ending, id: string): Promise<unknown> =>
  ask(endpoints.seatWork.uploadSurvey, { id, jsonArray: jsonOf(ending), type: surveyTypeOf(ending.call) });

/** `2026-11-29 16:34:08`, by the merchant's clock. */
const moment = (at: number): string => {
  const text = when(new Date(at).toISOString(), new Date(at), '').trim();
  const day = when(new Date(at).toISOString(), new Date(0), '').trim().slice(0, 10);
  return `${day} ${text}`;
};

/** Says once that a call is over: one that came in is finished, one of one's own is uploaded. */
export const reportEnd = async (ending: Ending): Promise<void> => {
  const { call, questions } = ending;
  const { key, callId, answeredAt, endedAt } = call;
  if (paperOf(key).isReported) return;
  // Refused before it was a call: there is no record, and none is made.
  if (callId === null && answeredAt === null) return;
  if (call.direction === 'out') {
    changePaper(key, { isReported: true });
    const talkMs = answeredAt !== null && endedAt !== null ? endedAt - answeredAt : 0;
    await ask(
      endpoints.seatWork.uploadCallTask,
      {
        ...{ phone: call.dial, times: Math.round(talkMs / 1_000), calltime: moment(call.startedAt) },
        ...{ jsonArray: jsonOf(ending), callType: seatCallTypes.out },
        callState: callStateNumber(answeredAt === null ? 'noAnswer' : 'answered'),
        ...(callId !== null && { id: callId }),
        ...lineNow(),
      },
      { quiet: true },
    ).catch(() => changePaper(key, { isReported: false }));
    return;
  }
  // One with an open question is finished when it is submitted.
  if (callId === null || !isTalked(ending) || firstOpen(questions, paperOf(key).answers) !== null) return;
  changePaper(key, { isReported: true });
  await upload(ending, callId).catch(() => changePaper(key, { isReported: false }));
};

const lineNow = (): { readonly lineId?: string } => {
  const id = useSeat.getState().facts?.outlineId;
  return id ? { lineId: id } : {};
};

const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，]/)
      .map(tag => tag.trim())
      .filter(tag => tag !== ''),
  ),
];

const isNotOver = (error: unknown): boolean => error instanceof Refusal && error.code === callNotOver;

const wrapUp = (callId: string, paper: Paper, quiet: CallOptions['quiet'] = false): Promise<unknown> => {
  const wish = {
    callId,
    ...(paper.customerType !== '' && { customerType: paper.customerType as never }),
    ...(paper.level !== '' && { level: paper.level as never }),
    ...(paper.tags !== null && { tags: tagsOf(paper.tags) }),
    ...(paper.note.trim() !== '' && { note: paper.note.trim() }),
    ...(paper.nextCallAt !== '' && { nextCallAt: paper.nextCallAt }),
  };
  return ask(endpoints.seatWork.wrapUp, wish, { quiet });
};

/** The telephone hears of the end before the server has the record of it, on a busy one by seconds. */
const recordComes = { withinMs: 15_000, lookMs: 500 } as const;

const wrapUpEnded = async (callId: string, paper: Paper): Promise<void> => {
  const until = performance.now() + recordComes.withinMs;
  while (performance.now() < until) {
    try {
      return void (await wrapUp(callId, paper, isNotOver));
    } catch (error) {
      if (!isNotOver(error)) throw error;
      await pause(recordComes.lookMs);
    }
  }
  await wrapUp(callId, paper);
};

/** Calls that colleagues had still when they were wrapped up here: once they are over, each is handed in. */
export const handInDue = async (): Promise<void> => {
  for (const key of dueKeys())
    await wrapUp(key, paperOf(key), true).then(
      () => changePaper(key, { isDue: false }),
      error => {
        if (error instanceof Refusal && !isNotOver(error)) changePaper(key, { isDue: false });
      },
    );
};

/** Answers and what comes after the call. False: an open question, or the server says no and has said why. */
export const submit = async (ending: Ending): Promise<boolean> => {
  const { key, callId, isMine, goesOn } = ending.call;
  if (callId === null || (isMine && isBlocked(ending, 'blockedClose'))) return false;
  if (isMine && !ending.areKnown) {
    toast.bad(i18next.t($ => $.guide.failed, { ns: 'console' }));
    return false;
  }
  const paper = paperOf(key);
  if (goesOn) {
    changePaper(key, { submitted: substanceOf(paper), isDue: true });
    toast.info(i18next.t($ => $.submittedLater, { ns: 'console' }));
    return true;
  }
  try {
    if (isMine) await upload(ending, callId);
    await wrapUpEnded(callId, paper);
  } catch {
    // The toast has said why; all that was typed is still there.
    return false;
  }
  changePaper(key, { submitted: substanceOf(paper), isReported: true });
  toast.ok(i18next.t($ => $.submitted, { ns: 'console' }));
  return true;
};

/** The next call has come: what was typed is handed in, answers where none is missing. */
export const handIn = async (ending: Ending): Promise<void> => {
  const { key, callId, status } = ending.call;
  const paper = paperOf(key);
  if (status !== 'ended' || callId === null || paper.isClosed || !isTouched(paper)) return;
  const { isMine, goesOn } = ending.call;
  const isWhole = ending.areKnown && firstOpen(ending.questions, paper.answers) === null;
  if (goesOn || !isMine || isWhole) await submit(ending);
  // The toast has said why not.
  else await wrapUpEnded(callId, paper).catch(() => undefined);
};

const leave = ({ call: { key } }: Ending): void => {
  changePaper(key, { isClosed: true });
  if (useSeat.getState().state === 'wrapUp') endWrapUp();
  closeCall();
};

/** Leaves a call that is over. What is typed and not submitted is submitted first. */
export const close = async (ending: Ending): Promise<void> => {
  if (!mayLeave(ending)) return;
  if (isTouched(paperOf(ending.call.key)) && !(await submit(ending))) return;
  leave(ending);
};

/** Leaves it without submitting: answers and note are drafts, the rest is nothing. */
export const cancel = (ending: Ending): void => {
  if (mayLeave(ending)) leave(ending);
};
