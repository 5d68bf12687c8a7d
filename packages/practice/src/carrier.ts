import { calleeSeed, type Said } from '@lianxian/core/simulation';
import {
  createMediaHost,
  type Exchange,
  type IncomingLeg,
  type LegSignal,
  type Manner,
  type MediaEngine,
  type MediaHost,
} from '@lianxian/telephony';
import { type CalleeCall, createCalleeCall } from './callee-call.ts';
import { type Callee, calleeOf, createCallCounts } from './callees.ts';
import type { Settings } from './settings.ts';
import { createSounds } from './sounds.ts';

/**
 * The practice carrier: whoever is called by number rings, answers and talks, is busy, switched off or behind a mailbox
 * (core's town says who); a number outside the town is not there. Repeatable: what a callee says follows from the seed,
 * its number and how often it has been called before, so calls at the same time do not disturb each other.
 */
export interface Carrier {
  readonly port: number;
  /** Takes no more calls, ends the running ones with BYE, and closes. */
  readonly close: () => Promise<void>;
}

interface CarrierParts {
  readonly settings: Settings;
  readonly engine: MediaEngine;
  readonly openExchange: (media: MediaHost) => Promise<Exchange>;
  readonly speak: (text: string, manner: Manner) => Promise<Uint8Array>;
  readonly onSaid: (number: string, said: Said) => void;
  readonly onTrouble: (because: string) => void;
}

/** SIP answers (RFC 3261 section 21). */
const NOT_FOUND = 404;
const SERVICE_UNAVAILABLE = 503;

export const openCarrier = async (parts: CarrierParts): Promise<Carrier> => {
  const { settings, engine, onTrouble } = parts;
  const calls = new Map<string, CalleeCall>();
  const timesCalled = createCallCounts();
  const sounds = createSounds(parts.speak);
  let closing = false;

  const media = createMediaHost(
    engine,
    { voiceActivity: true },
    (leg, signal) => calls.get(leg)?.hear(signal),
    (_leg, outcome) => {
      if (outcome instanceof Error) onTrouble(`closing a leg failed: ${outcome.message}`);
    },
  );
  const exchange = await parts.openExchange({
    ...media,
    connect: (leg, remote, phase) => {
      media.connect(leg, remote, phase);
      if (phase === 'early') calls.get(leg)?.onEarlyMedia();
    },
  });

  const begin = (incoming: IncomingLeg, callee: Callee): ((signal: LegSignal) => void) => {
    const { leg } = incoming;
    const call = createCalleeCall({
      callee,
      seed: calleeSeed(settings.seed, callee.number, timesCalled(callee.number)),
      leg: incoming,
      media: () => media.leg(leg),
      sounds,
      hangUp: () => exchange.hangUp(leg),
      onSaid: said => parts.onSaid(callee.number, said),
      onTrouble,
    });
    calls.set(leg, call);
    return signal => {
      call.onLeg(signal);
      if (signal.type === 'ended') calls.delete(leg);
    };
  };

  exchange.onIncoming(incoming => {
    const callee = calleeOf(incoming.to, settings);
    if (callee && !closing && calls.size < settings.maxCalls) return begin(incoming, callee);
    incoming.refuse(callee ? SERVICE_UNAVAILABLE : NOT_FOUND);
    return () => undefined;
  });

  return {
    port: exchange.localAddress.port,
    close: async () => {
      closing = true;
      for (const leg of calls.keys()) exchange.hangUp(leg);
      await exchange.close();
      await engine.close();
    },
  };
};
