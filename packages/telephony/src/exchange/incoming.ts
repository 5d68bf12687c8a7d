import type { Instant } from '@lianxian/core/kit';
import { readSdp } from '../sdp/read.ts';
import type { ReceivedRequest } from '../sip/grammar/message.ts';
import { userOf } from '../sip/grammar/uri.ts';
import type { Route } from '../sip/transaction/transactions.ts';
import { sdpBodyOf } from '../sip/user-agent/answers.ts';
import type { LegEvent } from '../sip/user-agent/context.ts';
import type { Driver } from './driver.ts';
import { type LegMedia, openLegMedia } from './leg-media.ts';
import type { Legs } from './legs.ts';
import type { IncomingLeg, LegSignal, MediaHost } from './types.ts';
import type { Wire, WireEnds } from './wire.ts';

export interface IncomingParts {
  readonly wire: Wire;
  readonly driver: Driver;
  readonly media: MediaHost;
  readonly legs: Legs;
  readonly random: (bytes: number) => string;
  /** Takes a leg that has ended off the books. */
  readonly forget: (leg: string) => void;
}

export type IncomingHandler = (leg: IncomingLeg) => ((signal: LegSignal) => void) | null;

/** Nobody takes calls here, or not this one (RFC 3261 §21.4.5). */
const NOT_FOUND = 404;

/**
 * One leg called in. The handler decides; its wishes are carried out in order, because each may have to wait for the
 * route and the media ports. Early media and answer share one SDP.
 */
export const takeLeg = (
  parts: IncomingParts,
  leg: string,
  invite: ReceivedRequest,
  route: Route,
  handle: IncomingHandler | null,
): void => {
  const { driver, legs } = parts;
  const offer = sdpBodyOf(invite);
  let onSignal: ((signal: LegSignal) => void) | null = null;
  let opened: { readonly ends: WireEnds; readonly media: LegMedia } | null = null;
  let body: Uint8Array | null = null;
  let isOver = false;
  let turn: Promise<void> = Promise.resolve();

  const hangUpAs = (how: 'mediaFailed' | 'noCommonCodec' | 'transportError'): null => {
    driver.run((agent, at) => agent.hangUp(leg, how, at));
    return null;
  };

  /** Opens media once and makes the SDP we say; null when that ended the leg. */
  const ready = async (phase: 'early' | 'confirmed') => {
    if (opened !== null) return opened;
    const ends = await parts.wire.ends(route.destination, route.flow === 'loopback');
    if (isOver) return null;
    if (ends === null) return hangUpAs('transportError');
    const wants = { realTimeText: wantsText(offer), originId: String(Number.parseInt(parts.random(5), 16)) };
    const media = await openLegMedia(parts.media, leg, ends, wants);
    if (media === null) return hangUpAs('mediaFailed');
    opened = { ends, media };
    if (isOver) {
      media.close();
      return null;
    }
    const reply = offer === null ? { body: media.offer() } : media.answer(offer, phase);
    if ('status' in reply) return hangUpAs('noCommonCodec');
    body = reply.body;
    return opened;
  };

  const inTurn = (act: () => Promise<void>) => {
    turn = turn.then(async () => {
      if (!isOver) await act();
    });
  };

  const onEvent = (event: LegEvent, at: Instant) => {
    if (event.type === 'ended') {
      isOver = true;
      parts.forget(leg);
      opened?.media.close();
      return onSignal?.({ type: 'ended', at, ending: event.ending });
    }
    if (event.type === 'answered') {
      // Without an offer in the INVITE ours went out in the 200, and the ACK had to answer it (RFC 3264 §5).
      const agreed =
        offer !== null ? opened?.media.confirm() : event.body && opened?.media.takeAnswer(event.body, 'confirmed');
      if (agreed !== true) {
        hangUpAs('noCommonCodec');
        return;
      }
      onSignal?.({ type: 'answered', at, dialog: event.dialog });
    }
    if (event.type === 'reanswered') opened?.media.takeAnswer(event.body, 'confirmed');
  };

  legs.set(leg, {
    onEvent,
    onOffer: again => (again === null ? { body: opened!.media.offer() } : opened!.media.answer(again, 'confirmed')),
    hangUp: () => driver.run((agent, at) => agent.hangUp(leg, null, at)),
    abandon: () =>
      onEvent({ type: 'ended', ending: { how: 'byUs', code: null, reason: 'the exchange closed' } }, driver.now()),
    target: () => null,
  });

  const refuse = (code: number, reason: string | null) =>
    driver.run((agent, at) => agent.incoming(leg, control => control.refuse(code, reason, [], at)));

  onSignal =
    handle?.({
      leg,
      to: userOf(invite.uri),
      from: userOf(invite.from.uri),
      callId: invite.callId,
      progress: (code, withMedia) =>
        inTurn(async () => {
          const side = await (withMedia && offer !== null ? ready('early') : routeOnly());
          if (side === null) return;
          const early = withMedia && offer !== null ? body : null;
          driver.run((agent, at) => agent.incoming(leg, control => control.progress(code, side.ends.local, early, at)));
        }),
      answer: () =>
        inTurn(async () => {
          const side = await ready('confirmed');
          if (side === null || body === null) return;
          const said = body;
          driver.run((agent, at) => agent.incoming(leg, control => control.answer(side.ends.local, said, at)));
        }),
      refuse: (code, reason) => inTurn(async () => refuse(code, reason ?? null)),
    }) ?? null;
  if (onSignal === null) refuse(NOT_FOUND, null);

  /** A provisional answer without media still needs our address for its Contact. */
  async function routeOnly() {
    const ends = await parts.wire.ends(route.destination, route.flow === 'loopback');
    return ends === null ? null : { ends };
  }
};

const wantsText = (offer: Uint8Array | null): boolean => {
  if (offer === null) return false;
  const sdp = readSdp(offer);
  return sdp.ok && sdp.media.some(media => media.kind === 'text' && media.port !== 0);
};
