import { CALLEE } from '@lianxian/core';
import type { CallHere, CallsHere } from '../seat-boxes/index.ts';

/**
 * When one who was in a call has left it, however that was (a button, a BYE, a line that is lost), and all who are left stand apart
 * from the callee, they are with the callee again: who hangs up while consulting hands the call on, and whoever's colleague
 * hangs up has it back. Somebody who still rings, or is to come back, decides it otherwise.
 */
export const joinsLeftApart = (calls: Pick<CallsHere, 'find' | 'ask'>): ((seen: CallHere) => void) => {
  /** Who was in each call. */
  const were = new Map<string, readonly string[]>();

  const join = (call: string): void => {
    const now = calls.find(call);
    if (now?.kind !== 'talking' || !areApart(now)) return;
    for (const { party } of now.parties.present) calls.ask(call, { type: 'place', party, place: 'talking' });
    calls.ask(call, { type: 'place', party: CALLEE, place: 'talking' });
  };

  return seen => {
    const { call } = seen.claim;
    const before = were.get(call) ?? [];
    if (seen.kind === 'ended') return void were.delete(call);
    const here = seen.parties.present.flatMap(({ party, stage }) => (stage === 'joined' ? [party] : []));
    if (here.length > 0) were.set(call, here);
    else were.delete(call);
    // Whoever else hears of this news comes first.
    if (before.some(party => !here.includes(party)) && areApart(seen)) queueMicrotask(() => join(call));
  };
};

const areApart = ({ parties: { present } }: CallHere): boolean =>
  present.length > 0 &&
  present.every(({ stage, place }) => stage === 'joined' && (place === 'aside' || place === 'held'));
