import type { PartyWho } from '@lianxian/core';
import type { CallHere, CallsHere } from './calls-here.ts';

/**
 * Rings people into calls that live here, and says what came of it. Who was rung is known by the news of the call alone, so
 * that a leg which breaks, a call which ends and a telephone which nobody takes come to one answer each.
 */
export interface Inviting {
  readonly ring: (call: string, whom: Whom) => Ringing;
  /** Something of a call has changed. */
  readonly onCall: (seen: CallHere) => void;
}

interface Whom {
  readonly who: PartyWho;
  readonly way: unknown;
  readonly ringMs: number;
  readonly place: 'talking' | 'aside';
}

export interface Ringing {
  /** Its name within the call. */
  readonly party: string;
  /** True: it is heard. False: it is not, and will not be. */
  readonly joined: Promise<boolean>;
  /** Rings no more; nothing happens to one who has joined. */
  readonly stop: () => void;
}

interface Waiting {
  readonly call: string;
  readonly party: string;
  readonly answer: (joined: boolean) => void;
}

export const createInviting = (calls: CallsHere): Inviting => {
  const waiting = new Set<Waiting>();

  const look = (seen: CallHere, { party, answer }: Waiting): void => {
    const found = seen.parties.present.find(each => each.party === party);
    if (seen.kind !== 'talking' || found === undefined) answer(false);
    else if (found.stage === 'joined') answer(true);
  };

  return {
    ring: (call, { who, way, ringMs: ringTimeoutMs, place }) => {
      const before = calls.find(call);
      const party = nextName(before);
      const result = Promise.withResolvers<boolean>();
      const one: Waiting = {
        call,
        party,
        answer: joined => {
          waiting.delete(one);
          result.resolve(joined);
        },
      };
      waiting.add(one);
      calls.ask(call, { type: 'invite', party, who, way, ringTimeoutMs, announcement: '', place });
      const after = calls.find(call);
      // What was not carried out brings no news.
      if (after === null) one.answer(false);
      else look(after, one);
      return {
        party,
        joined: result.promise,
        stop: () => {
          if (waiting.has(one)) calls.ask(call, { type: 'part', party, by: 'seat', last: 'stay' });
        },
      };
    },
    onCall: seen => {
      for (const one of [...waiting]) if (one.call === seen.claim.call) look(seen, one);
    },
  };
};

/** Never one that somebody of this call had. */
const nextName = (seen: CallHere | null): string => {
  const had = [...(seen?.parties.present ?? []), ...(seen?.parties.legs ?? [])].map(({ party }) => Number(party) || 0);
  return String(Math.max(0, ...had) + 1);
};
