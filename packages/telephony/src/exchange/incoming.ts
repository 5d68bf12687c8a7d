import type { Guard, Instant } from '@lianxian/core/kit';
import type { MediaHost } from '../media/host.ts';
import type { Address } from '../net/address.ts';
import { isSecret, isWebSocket, transportOf } from '../net/flow.ts';
import { wantsCrypto } from '../sdp/negotiate.ts';
import { isWebRtcOffer, readSdp } from '../sdp/read.ts';
import { cleaned, type Header, header, listedTokens, type ReceivedRequest } from '../sip/grammar/message.ts';
import { parseNameAddr, tagOf } from '../sip/grammar/name-addr.ts';
import { parseSipUri, userOf } from '../sip/grammar/uri.ts';
import { type Route, sourceOf } from '../sip/transaction/transactions.ts';
import { sdpBodyOf } from '../sip/user-agent/answers.ts';
import type { IncomingControl } from '../sip/user-agent/callee.ts';
import type { LegEvent } from '../sip/user-agent/context.ts';
import { LINE_MARK } from '../sip/user-agent/registrant.ts';
import type { WebRtcHost } from '../webrtc/types.ts';
import type { Driver } from './driver.ts';
import { CODECS, type LegMedia, type LegWants, openLegMedia } from './leg-media.ts';
import type { Legs } from './legs.ts';
import type { FlowEnds, Network } from './network.ts';
import type { IncomingLeg, LegSignal } from './types.ts';
import { openWebRtcMedia } from './web-rtc-media.ts';

interface IncomingParts {
  readonly net: Network;
  readonly driver: Driver;
  readonly media: MediaHost;
  readonly webRtc: WebRtcHost | null;
  readonly legs: Legs;
  readonly random: (bytes: number) => string;
  /** What throws behind it ends that leg alone. */
  readonly guardOf: (leg: string) => Guard;
  /** Takes a leg that has ended off the books. */
  readonly forget: (leg: string) => void;
}

/** A call at our door, as the agent tells it. */
interface Arrival {
  readonly leg: string;
  readonly invite: ReceivedRequest;
  readonly route: Route;
  readonly account: string | null;
  readonly registrationOf: (mark: string) => string | null;
}

export type IncomingHandler = (leg: IncomingLeg) => ((signal: LegSignal) => void) | null;

/** Nobody takes calls here, or not this one (RFC 3261 §21.4.5). */
const NOT_FOUND = 404;
const ABANDONED = { how: 'byUs', code: null, reason: 'the exchange closed' } as const;
const DEFECT = { how: 'defect', code: null, reason: '' } as const;

/** One leg called in: what does not change, and how far it has come. */
interface CalledIn {
  readonly parts: IncomingParts;
  readonly leg: string;
  readonly route: Route;
  /** The caller's SDP; null when we are to offer. */
  readonly offer: Uint8Array | null;
  /** The caller's tag: the name of the one dialog. */
  readonly fork: string;
  /** Our first reliable answer has to bring the offer that the INVITE did not (RFC 3262 §5). */
  readonly isOfferDue: boolean;
  onSignal: ((signal: LegSignal) => void) | null;
  opened: Opened | null;
  behindNat: boolean;
  isOver: boolean;
  isFailing: boolean;
  /** The handler's wishes, one after the other. */
  turn: Promise<void>;
}

interface Opened {
  readonly ends: FlowEnds;
  readonly media: LegMedia;
  /** What we say: one SDP for early media and answer. */
  readonly body: Uint8Array;
}

/**
 * Takes a leg in. The handler decides; its wishes are carried out in order, because each may have to wait for the route
 * and the media ports.
 */
export const takeLeg = (parts: IncomingParts, arrival: Arrival, handle: IncomingHandler | null): void => {
  const { leg, invite, route } = arrival;
  const called: CalledIn = {
    parts,
    leg,
    route,
    offer: sdpBodyOf(invite),
    fork: tagOf(invite.from),
    isOfferDue: sdpBodyOf(invite) === null && listedTokens(invite.headers, 'require').includes('100rel'),
    onSignal: null,
    opened: null,
    behindNat: false,
    ...{ isOver: false, isFailing: false },
    turn: Promise.resolve(),
  };
  parts.legs.set(leg, {
    onEvent: (event, at) => hear(called, event, at),
    onOffer: (offer, fork) => {
      if (called.opened === null) return { status: 488 };
      const { media } = called.opened;
      return offer === null ? { body: media.offer(fork) } : media.answer(fork, offer);
    },
    hangUp: how => parts.driver.run((agent, at) => agent.hangUp(leg, how, at)),
    hold: on => {
      called.opened?.media.hold(on);
      parts.driver.run((agent, at) => agent.reoffer(leg, at));
    },
    sendKeys: (keys, ms) => parts.driver.run((agent, at) => agent.sendKeys(leg, keys, ms, at)),
    abandon: () => hear(called, { type: 'ended', ending: ABANDONED }, parts.driver.now()),
    fail: () => fail(called),
  });
  const onSignal = handle?.({
    leg,
    to: userOf(invite.uri),
    // A browser's page says of itself what it likes: whose it is, is what its account says.
    from: arrival.account !== null && isWebSocket(route.flow) ? arrival.account : userOf(invite.from.uri),
    callId: invite.callId,
    source: sourceOf({ route }),
    transport: transportOf(route.flow),
    isSecret: isSecret(route.flow),
    isEncrypted: wantsOf(called, false).srtp !== 'no',
    account: arrival.account,
    registration: registrationOf(arrival),
    called: calledOf(invite),
    soundAt: soundAtOf(called.offer),
    isWebRtc: isWebRtcOffer(called.offer),
    header: name => header(invite.headers, name.toLowerCase()),
    progress: (code, withMedia, headers) => inTurn(called, () => progress(called, code, withMedia, cleaned(headers))),
    answer: ({ behindNat } = { behindNat: false }) => {
      called.behindNat = behindNat;
      inTurn(called, () => answer(called));
    },
    refuse: (code, reason, retryAfterS, headers) =>
      inTurn(called, async () =>
        refuse(called, code, reason ?? null, [...retryAfter(retryAfterS), ...cleaned(headers)]),
      ),
  });
  called.onSignal = onSignal ?? null;
  if (called.onSignal === null) refuse(called, NOT_FOUND, null, []);
};

const inTurn = (called: CalledIn, act: () => Promise<void>) => {
  const guarded = called.parts.guardOf(called.leg);
  called.turn = called.turn.then(
    () => new Promise(done => guarded(() => (called.isOver ? Promise.resolve() : act()).finally(done))()),
  );
};

/** A hang-up that fails as well is not waited for. */
const fail = (called: CalledIn) => {
  if (called.isFailing) return hear(called, { type: 'ended', ending: DEFECT }, called.parts.driver.now());
  called.isFailing = true;
  hangUpAs(called, 'defect');
};

const control = (called: CalledIn, act: (control: IncomingControl, at: Instant) => void) =>
  called.parts.driver.run((agent, at) => agent.incoming(called.leg, it => act(it, at)));

const refuse = (called: CalledIn, code: number, reason: string | null, headers: readonly Header[]) =>
  control(called, (it, at) => it.refuse(code, reason, headers, at));

const retryAfter = (seconds: number | undefined): readonly Header[] =>
  seconds === undefined ? [] : [{ name: 'retry-after', value: String(seconds) }];

/** The registration whose Contact the caller used: our mark stands in the request URI. */
export const registrationOf = ({
  invite,
  registrationOf,
}: Pick<Arrival, 'invite' | 'registrationOf'>): string | null => {
  const mark = parseSipUri(invite.uri)?.params.get(LINE_MARK) ?? null;
  return mark === null ? null : registrationOf(mark);
};

const soundAtOf = (offer: Uint8Array | null): Address | null => {
  const sdp = offer === null ? null : readSdp(offer);
  const sound = sdp?.ok === true ? sdp.media.find(({ kind }) => kind === 'audio') : undefined;
  return sound === undefined || sound.host === null || sound.port === 0 ? null : { host: sound.host, port: sound.port };
};

const calledOf = (invite: ReceivedRequest): readonly string[] => {
  const party = parseNameAddr(header(invite.headers, 'p-called-party-id') ?? '');
  const users = [invite.uri, invite.to.uri, party?.uri ?? ''].map(userOf);
  return [...new Set(users.filter(user => user !== ''))];
};

const progress = async (
  called: CalledIn,
  code: number,
  withMedia: boolean,
  headers: readonly Header[],
): Promise<void> => {
  if (called.isOfferDue || (withMedia && called.offer !== null)) {
    const opened = await open(called, withMedia);
    if (opened !== null)
      control(called, (it, at) => it.progress(code, opened.ends.local, { body: opened.body, headers }, at));
    return;
  }
  // Without media the answer still needs our address, for its Contact.
  const ends = await endsOf(called);
  if (ends !== null) control(called, (it, at) => it.progress(code, ends.local, { body: null, headers }, at));
};

const answer = async (called: CalledIn): Promise<void> => {
  const opened = await open(called, false);
  if (opened !== null) control(called, (it, at) => it.answer(opened.ends.local, opened.body, at));
};

const endsOf = ({ parts, route }: CalledIn) => parts.net.ends(route.destination, route.flow);

/** Opens media once and makes the SDP we say; null when the leg ended over it. */
const open = async (called: CalledIn, early: boolean): Promise<Opened | null> => {
  const { parts, leg, offer, route } = called;
  if (called.opened !== null) return called.opened;
  const ends = await endsOf(called);
  if (called.isOver) return null;
  if (ends === null) return hangUpAs(called, 'transportError');
  const wants = {
    ...wantsOf(called, early),
    originId: String(Number.parseInt(parts.random(5), 16)),
    behindNat: called.behindNat,
  };
  const media = isWebRtcOffer(offer)
    ? await openWebRtcMedia(parts, leg, { offer, hosts: parts.net.hostsFor({ destination: route.destination, ends }) })
    : await openLegMedia(parts.media, leg, ends, wants);
  if (media === null) return hangUpAs(called, 'mediaFailed');
  const reply = called.isOver || offer === null ? { body: media.offer(called.fork) } : media.answer(called.fork, offer);
  if (called.isOver || 'status' in reply) {
    media.close();
    return hangUpAs(called, 'noCommonCodec');
  }
  called.opened = { ends, media, body: reply.body };
  return called.opened;
};

const hangUpAs = (called: CalledIn, how: 'mediaFailed' | 'noCommonCodec' | 'transportError' | 'defect'): null => {
  called.parts.driver.run((agent, at) => agent.hangUp(called.leg, how, at));
  return null;
};

const hear = (called: CalledIn, event: LegEvent, at: Instant) => {
  const media = called.opened?.media;
  switch (event.type) {
    case 'answered': {
      // Without an offer in the INVITE ours went out in the 200, and the ACK had to answer it (RFC 3264 §5).
      if (media?.choose(event.fork, event.body) !== true) return void hangUpAs(called, 'noCommonCodec');
      return called.onSignal?.({ type: 'answered', at, dialog: event.dialog });
    }
    case 'reanswered':
      if (media?.takeAnswer(event.fork, event.body) === false) hangUpAs(called, 'noCommonCodec');
      return;
    case 'unchanged':
      return media?.keep();
    case 'key':
      return called.parts.media.heardKey?.(called.leg, event.key);
    case 'ended':
      if (called.isOver) return;
      called.isOver = true;
      called.parts.forget(called.leg);
      called.parts.guardOf(called.leg)(() => media?.close())();
      return called.onSignal?.({ type: 'ended', at, ending: event.ending });
  }
};

/**
 * What the caller's offer lets us have: text where it offers some, encryption where it brings a key we can use. A key that
 * came by a way where others read along is none (RFC 4568 §9.2): plain media says no less, and pretends nothing.
 */
const wantsOf = ({ parts, offer, route }: CalledIn, early: boolean): Omit<LegWants, 'originId' | 'behindNat'> => {
  const sdp = offer === null ? null : readSdp(offer);
  const isRead = sdp?.ok === true;
  const realTimeText = isRead && sdp.media.some(media => media.kind === 'text' && media.port !== 0);
  const srtp = isRead && isSecret(route.flow) && wantsCrypto(sdp) ? 'may' : 'no';
  const mayReach = (host: string) => parts.net.mayReach(host, route.flow);
  return { realTimeText, srtp, codecs: CODECS, early, signalling: [sourceOf({ route }).host], mayReach };
};
