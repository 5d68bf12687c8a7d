import { dice } from '@lianxian/core/kit';
import {
  createMediaHost,
  type Exchange,
  type IncomingLeg,
  type LegSignal,
  type MediaEngine,
  type MediaHost,
} from '@lianxian/telephony';
import { type CalleeCall, createCalleeCall } from './callee-call.ts';
import { type Callee, calleeOf } from './callees.ts';
import { pilotHz } from './pilot.ts';
import type { Settings } from './settings.ts';

/**
 * The practice carrier: whoever is called by number rings, answers and talks; a busy one is busy, and a number nobody
 * has is not there. Repeatable: a call's chance comes from the seed, the number and how often it has been called before,
 * so calls at the same time do not disturb each other.
 */
export interface Carrier {
  readonly port: number;
  /** Takes no more calls, ends the running ones with BYE, and closes. */
  readonly close: () => Promise<void>;
}

export interface CarrierParts {
  readonly settings: Settings;
  readonly engine: MediaEngine;
  readonly openExchange: (media: MediaHost) => Promise<Exchange>;
  readonly speak: (text: string, callee: Callee) => Promise<Uint8Array>;
  readonly onTrouble: (because: string) => void;
}

/** SIP answers (RFC 3261 section 21). */
const NOT_FOUND = 404;
const BUSY = 486;
const SERVICE_UNAVAILABLE = 503;
const RINGING = 180;

export const openCarrier = async (parts: CarrierParts): Promise<Carrier> => {
  const { settings, engine } = parts;
  const calls = new Map<string, CalleeCall>();
  const ringing = new Map<string, NodeJS.Timeout>();
  const calledBefore = new Map<string, number>();
  let closing = false;

  const media = createMediaHost(
    engine,
    { voiceActivity: true },
    (leg, signal) => calls.get(leg)?.hear(signal),
    (_leg, outcome) => {
      if (outcome instanceof Error) parts.onTrouble(`closing a leg failed: ${outcome.message}`);
    },
  );
  const exchange = await parts.openExchange(media);

  const chanceOf = (number: string) => {
    const times = calledBefore.get(number) ?? 0;
    calledBefore.set(number, times + 1);
    return dice((settings.seed * 1_000_003 + Number(number.slice(-4)) * 8191 + times) >>> 0);
  };

  const begin = (leg: string, callee: Callee, chance: ReturnType<typeof dice>): void => {
    const mediaLeg = media.leg(leg);
    if (!mediaLeg) {
      exchange.hangUp(leg);
      return;
    }
    calls.set(
      leg,
      createCalleeCall({
        media: mediaLeg,
        part: callee.part(chance),
        voice: text => parts.speak(text, callee),
        pilotHz: settings.pilot ? pilotHz(Number(callee.number.slice(-4))) : null,
        chance,
        hangUp: () => exchange.hangUp(leg),
        onTrouble: parts.onTrouble,
      }),
    );
  };

  const forget = (leg: string): void => {
    clearTimeout(ringing.get(leg));
    ringing.delete(leg);
    calls.get(leg)?.end();
    calls.delete(leg);
  };

  const refusal = (callee: Callee | null): number | null => {
    if (closing) return SERVICE_UNAVAILABLE;
    if (!callee) return NOT_FOUND;
    if (callee.busy) return BUSY;
    return ringing.size + calls.size >= settings.maxCalls ? SERVICE_UNAVAILABLE : null;
  };

  exchange.onIncoming((incoming: IncomingLeg) => {
    const callee = calleeOf(incoming.to);
    const code = refusal(callee);
    if (code !== null || !callee) {
      incoming.refuse(code ?? NOT_FOUND);
      return null;
    }
    const chance = chanceOf(callee.number);
    incoming.progress(RINGING, false);
    const ringMs = chance.between(settings.ringMs.from, settings.ringMs.to);
    ringing.set(
      incoming.leg,
      setTimeout(() => incoming.answer(), ringMs),
    );
    return (signal: LegSignal) => {
      if (signal.type === 'answered') {
        ringing.delete(incoming.leg);
        begin(incoming.leg, callee, chance);
      } else if (signal.type === 'ended') forget(incoming.leg);
    };
  });

  return {
    port: exchange.localAddress.port,
    close: async () => {
      closing = true;
      for (const leg of [...ringing.keys(), ...calls.keys()]) exchange.hangUp(leg);
      await exchange.close();
      await engine.close();
    },
  };
};
