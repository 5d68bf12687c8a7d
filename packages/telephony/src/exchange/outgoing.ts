import type { Instant } from '@lianxian/core/kit';
import { formatHost } from '../sip/grammar/uri.ts';
import type { LegEvent } from '../sip/user-agent/context.ts';
import type { Driver } from './driver.ts';
import { type LegMedia, openLegMedia } from './leg-media.ts';
import type { Legs } from './legs.ts';
import type { Address, DialRequest, LegEnding, LegSignal, MediaHost } from './types.ts';
import type { Wire } from './wire.ts';

export interface OutgoingParts {
  readonly wire: Wire;
  readonly driver: Driver;
  readonly media: MediaHost;
  readonly legs: Legs;
  readonly maxLegs: number;
  readonly random: (bytes: number) => string;
  /** Takes a leg that has ended off the books. */
  readonly forget: (leg: string) => void;
}

const ending = (how: LegEnding['how'], reason: string, code: number | null = null): LegEnding => ({
  how,
  code,
  reason,
});

/** Port 5060 is left out of URIs: some servers compare domains as text. */
const domainOf = (target: Address): string =>
  target.port === 5060 ? formatHost(target.host) : `${formatHost(target.host)}:${target.port}`;

/**
 * One dialled leg: name → address → route → media ports → INVITE, then its signals. What can fail before the INVITE
 * ends the leg with its reason; a hang-up meanwhile is kept until there is something to hang up.
 */
export const dialLeg = (parts: OutgoingParts, request: DialRequest, onSignal: (signal: LegSignal) => void): void => {
  const { driver, legs, wire } = parts;
  const { leg, trunk } = request;
  let target: Address | null = null;
  let media: LegMedia | null = null;
  let isPlaced = false;
  let isGivenUp = false;
  let hasEnded = false;

  const end = (how: LegEnding, at: Instant) => {
    if (hasEnded) return;
    hasEnded = true;
    parts.forget(leg);
    media?.close();
    onSignal({ type: 'ended', at, ending: how });
  };
  const endNow = (how: LegEnding['how'], reason: string) => end(ending(how, reason), driver.now());
  const hangUpAs = (how: LegEnding['how'] | null) => driver.run((agent, at) => agent.hangUp(leg, how, at));

  const onAnswered = (event: Extract<LegEvent, { type: 'answered' }>, at: Instant) => {
    const agreed = event.body === null ? media?.confirm() : media?.takeAnswer(event.body, 'confirmed');
    if (agreed !== true) return hangUpAs('noCommonCodec');
    onSignal({ type: 'answered', at, dialog: event.dialog });
  };

  const onEvent = (event: LegEvent, at: Instant) => {
    switch (event.type) {
      case 'dialled':
        return onSignal({ type: 'dialled', at, callId: event.callId });
      case 'provisional': {
        // Early SDP we cannot use is no reason to give up: the answer decides.
        const earlyMedia = event.body !== null && media?.takeAnswer(event.body, 'early') === true;
        return onSignal({ type: 'provisional', at, code: event.status, earlyMedia });
      }
      case 'answered':
        return onAnswered(event, at);
      case 'reanswered':
        media?.takeAnswer(event.body, 'confirmed');
        return;
      case 'ended':
        return end(event.ending, at);
    }
  };

  const place = async () => {
    const host = await wire.resolver.resolve(trunk.target.host);
    if (host === null) return endNow('unresolved', `no address for ${trunk.target.host}`);
    const destination = { host, port: trunk.target.port };
    target = destination;
    const ends = await wire.ends(destination, trunk.loopback);
    if (ends === null) return endNow('transportError', `no route to ${host}`);
    if (isGivenUp) return endNow('cancelled', '');
    const wants = { realTimeText: trunk.realTimeText, originId: String(Number.parseInt(parts.random(5), 16)) };
    media = await openLegMedia(parts.media, leg, ends, wants);
    if (media === null) return endNow('mediaFailed', 'no media ports');
    if (isGivenUp) return endNow('cancelled', '');
    isPlaced = true;
    const body = media.offer();
    driver.run((agent, at) =>
      agent.call(
        {
          leg,
          to: request.to,
          from: request.from,
          host: domainOf(trunk.target),
          domain: trunk.domain === undefined || trunk.domain === '' ? domainOf(trunk.target) : trunk.domain,
          destination,
          local: ends.local,
          flow: ends.flow,
          isLoopback: trunk.loopback,
          credentials: trunk.credentials ?? null,
          ringTimeoutMs: request.ringTimeoutMs,
          body,
        },
        at,
      ),
    );
  };

  if (legs.has(leg)) throw new Error('a leg of this name is live');
  if (legs.size >= parts.maxLegs) {
    queueMicrotask(() => endNow('refused', 'the exchange is full'));
    return;
  }
  legs.set(leg, {
    onEvent,
    onOffer: offer => (offer === null ? { body: media!.offer() } : media!.answer(offer, 'confirmed')),
    hangUp: () => {
      if (isPlaced) hangUpAs(null);
      else isGivenUp = true;
    },
    abandon: () => endNow('byUs', 'the exchange closed'),
    target: () => target,
  });
  void place();
};
