import { endpoints } from '@lianxian/contract';
import type { GuideQuestion } from '@lianxian/core';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { call as ask } from '../api/call.ts';
import { guardCall } from '../softphone/seat.ts';
import { useSeat } from '../softphone/seat-store.ts';
import { CallBackWindow } from './call-back/call-back-window.tsx';
import { useTodoTaken } from './call-back/todo-id.ts';
import { useConsoleKeys } from './console-keys.ts';
import { Dock } from './dock.tsx';
import { type Ending, handIn, handInDue, mayHangUp, mayLeave, reportEnd, submit } from './ending.ts';
import { useQuestions } from './guide/use-questions.ts';
import { Bar } from './head.tsx';
import { type Paper, renamePaper, usePaper } from './paper.ts';
import type { ShownCall } from './shown-call.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { useShownCall } from './use-shown-call.ts';
import { CallWindow } from './window.tsx';

interface ConsoleProps {
  /** Keys without a mouse are on. */
  readonly keys: boolean;
}

const none: readonly GuideQuestion[] = [];

/** The seat may not leave a call whose required questions are open; whoever hangs up or dials asks here. */
const useGuard = (ending: Ending): void => {
  const hangsUp = useEffectEvent(() => mayHangUp(ending));
  const leaves = useEffectEvent(() => mayLeave(ending));
  useEffect(() => {
    guardCall({ mayHangUp: () => hangsUp(), mayLeave: () => leaves() });
    return () => guardCall(null);
  }, []);
};

/** One that is over and still before the seat gives way to the next call. */
const useHandedIn = (ending: Ending): void => {
  const left = useEffectEvent(() => {
    const { leads, call } = useSeat.getState();
    if (leads && call !== null && call.startedAt !== ending.call.startedAt) void handIn(ending);
  });
  useEffect(() => () => left(), []);
};

/** What the server is told by itself: who answered, and that it is over. By one tab of the seat. */
const useReports = (ending: Ending, isAsked: boolean): void => {
  const leads = useSeat(seat => seat.leads);
  const { callId, kind, status } = ending.call;
  const isOver = status === 'ended';
  // Only what a robot hands over is nobody's: a colleague's call comes with its owner.
  const answers = leads && kind === 'handover' && status === 'answered' ? callId : null;
  const end = useEffectEvent(() => void reportEnd(ending));
  useEffect(() => {
    // Of two who answer one gets it; the server says who in a toast.
    if (answers !== null) ask(endpoints.seatLog.setSeatEmp, { id: answers }).catch(() => undefined);
  }, [answers]);
  useEffect(() => {
    if (leads && isOver && isAsked) end();
  }, [leads, isOver, isAsked]);
};

const dueEveryMs = 15_000;
/** A colleague's call may end whenever it likes. */
const useDue = (): void => {
  const leads = useSeat(seat => seat.leads);
  useEffect(() => {
    if (!leads) return;
    const timer = setInterval(() => void handInDue(), dueEveryMs);
    return () => clearInterval(timer);
  }, [leads]);
};

/** Until the server has given the call an id what is typed is kept by another name. */
const useOneName = (key: string): void => {
  const before = useRef(key);
  useLayoutEffect(() => {
    if (before.current.startsWith('new-') && before.current !== key) renamePaper(before.current, key);
    before.current = key;
  }, [key]);
};

const press = (n: number): void => document.querySelector<HTMLElement>(`.console-dock [data-option="${n}"]`)?.click();

const CallConsole = ({ call, paper, keys }: { call: ShownCall; paper: Paper } & ConsoleProps) => {
  const [isAway, setAway] = useState(false);
  const asked = useQuestions(call.planId);
  const areKnown = call.planId === null || asked.data !== undefined;
  const ending: Ending = { call, questions: (call.planId !== null && asked.data) || none, areKnown };
  useGuard(ending);
  // Which plan a call is of the server knows, if it ever heard of it.
  const isKnown = call.draft !== null || call.callId === null;
  useReports(ending, isKnown && areKnown);
  useHandedIn(ending);
  useKeptDraft(call, paper);
  useConsoleKeys(keys && !isAway, {
    onOption: press,
    onSubmit: () => void submit(ending),
    onMinimise: () => setAway(true),
  });
  if (isAway) return <Bar call={call} onRestore={() => setAway(false)} />;
  return (
    <Dock>
      <CallWindow ending={ending} paper={paper} asked={asked} onMinimise={() => setAway(true)} />
    </Dock>
  );
};

/** The call console (O-113): opens with a call by itself, lies at the right of the sheet, or waits as a bar. */
export const Console = ({ keys }: ConsoleProps) => {
  const call = useShownCall();
  const key = call?.key ?? '';
  useOneName(key);
  useDue();
  const paper = usePaper(key);
  useTodoTaken(call?.todoId ?? null);
  if (call === null) return <CallBackWindow />;
  return <CallConsole key={call.startedAt} call={call} paper={paper} keys={keys} />;
};
