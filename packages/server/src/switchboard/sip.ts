import type { Switchboard } from '@lianxian/core';
import { openOffers } from './offers.ts';
import { SipCall } from './sip-call.ts';
import type { Opening, PartyWay, SipRoute, SipSwitchboardOptions } from './sip-options.ts';

/**
 * Core's switchboard over real telephony: SIP in the exchange of this process, sound and conversation in media workers.
 *
 *   dial ─prompts made→ INVITE ─→ signals … ─→ leg over ─→ worker closed its recording ─→ ended
 *   offer ─→ answer ─180, prompts made→ 200 ─→ signals … as above
 *
 * Invariants: every told dial and answer comes to exactly one `ended`, whatever fails and however slow (each step has a limit);
 * `ended` is the last signal and carries all that was noted before it; a fault of our own decides the verdict even
 * though the network then says 「BYE by us」.
 */
export interface SipSwitchboard extends Switchboard<SipRoute> {
  /** An offer of another node is passed on to a telephone that is registered here; `over` is told once. */
  readonly relay: (offer: string, way: PartyWay, over: () => void) => void;
}

export const createSipSwitchboard = (options: SipSwitchboardOptions): SipSwitchboard => {
  const running = new Map<string, SipCall>();
  const offers = openOffers(options.exchange, options.onOffer ?? null);

  const start = (opening: Opening): void => {
    const call = new SipCall(opening, { options, offers, forget: () => running.delete(opening.call) });
    running.set(opening.call, call);
    call.begin();
  };

  return {
    relay: (offer, way, over) => {
      const taken = offers.take(offer);
      if (taken === null || options.relay === undefined) return over();
      options.relay.pass(options.exchange, taken, way, over);
    },
    tell: command => {
      if (command.type === 'refuse') offers.refuse(command.offer, command.because, command.as);
      else if (command.type === 'dial' || command.type === 'answer') start(command);
      else if (command.type === 'runOut') running.get(command.call)?.runOut(command.leftMs);
      else if (command.type === 'hangUp' || command.type === 'fail') running.get(command.call)?.end(command);
      else running.get(command.call)?.order(command);
    },
  };
};
