import { type Instant, instant, type SwitchboardSignal } from '@lianxian/core';
import { practiceCallees } from '@lianxian/core/simulation';
import { courseFollowUp } from '../../seed/course-follow-up.ts';
import { type SwitchboardUnderTest, switchboardConforms } from '../../test/switchboard-conformance.ts';
import { createSimulatedSwitchboard } from './simulated.ts';

const numbers = { talks: '15400000001', isBusy: '15400000004' } as const;

const open = (): SwitchboardUnderTest => {
  let now = instant(0);
  let calls = 0;
  const due: { at: Instant; run: () => void }[] = [];
  const heard = new Map<string, SwitchboardSignal[]>();
  const signals = (call: string) => heard.get(call) ?? [];
  const switchboard = createSimulatedSwitchboard({
    clock: { now: () => now, at: (at, run) => due.push({ at, run }) },
    seed: 1,
    personaOf: phone => practiceCallees.find(({ number }) => number === phone)!.persona,
    onSignal: (call, signal) => heard.set(call, [...signals(call), signal]),
  });
  return {
    dial: (callee, plan) => {
      const call = String(++calls);
      const rest = { route: null, callerNumber: '', ringTimeoutMs: 60_000, plan, variables: {} };
      switchboard.tell({ type: 'dial', call, phone: numbers[callee], ...rest });
      return call;
    },
    hangUp: (call, by) => switchboard.tell({ type: 'hangUp', call, by }),
    signals,
    until: async (call, type) => {
      while (!signals(call).some(signal => signal.type === type)) {
        due.sort((a, b) => a.at - b.at);
        const next = due.shift();
        if (!next) throw new Error(`no ${type} will come`);
        now = next.at;
        next.run();
      }
    },
  };
};

const board = open();
switchboardConforms(courseFollowUp, () => board);
