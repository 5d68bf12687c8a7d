import type { Guard, Instant } from '@lianxian/core/kit';
import type { MediaHost } from '../media/host.ts';
import { isSecret } from '../net/flow.ts';
import { cleaned, oneLine } from '../sip/grammar/message.ts';
import { formatHost } from '../sip/grammar/uri.ts';
import type { CallSpec } from '../sip/user-agent/caller.ts';
import type { LegEvent } from '../sip/user-agent/context.ts';
import type { LegEnding } from '../sip/user-agent/ending.ts';
import type { WebRtcHost } from '../webrtc/types.ts';
import type { Driver } from './driver.ts';
import { CODECS, type LegMedia, openLegMedia } from './leg-media.ts';
import type { Legs } from './legs.ts';
import type { Network } from './network.ts';
import type { DialRequest, LegSignal, Trunk } from './types.ts';
import { openWebRtcMedia } from './web-rtc-media.ts';

interface OutgoingParts {
  readonly net: Network;
  readonly driver: Driver;
  readonly media: MediaHost;
  readonly webRtc: WebRtcHost | null;
  readonly legs: Legs;
  readonly maxLegs: number;
  readonly random: (bytes: number) => string;
  /** What throws behind it ends that leg alone. */
  readonly guardOf: (leg: string) => Guard;
  /** Takes a leg that has ended off the books. */
  readonly forget: (leg: string) => void;
}

/** Port 5060 is left out of URIs: some servers compare domains as text. */
const domainOf = (target: Trunk['target']): string =>
  target.port === null || target.port === 5060 ? formatHost(target.host) : `${formatHost(target.host)}:${target.port}`;

/** One leg on its way: what does not change, and how far it has come. */
interface Dialled {
  readonly parts: OutgoingParts;
  readonly request: DialRequest;
  readonly onSignal: (signal: LegSignal) => void;
  media: LegMedia | null;
  /** Before the INVITE a hang-up is kept until there is something to hang up. */
  stage: 'preparing' | 'givenUp' | 'placed' | 'failing' | 'ended';
}

/**
 * One dialled leg: name → address → route → media ports → INVITE, then its signals. What can fail before the INVITE
 * ends the leg with its reason.
 */
export const dialLeg = (parts: OutgoingParts, request: DialRequest, onSignal: (signal: LegSignal) => void): void => {
  const { legs, maxLegs } = parts;
  const dialled: Dialled = { parts, request, onSignal, media: null, stage: 'preparing' };
  if (legs.has(request.leg)) throw new Error('a leg of this name is live');
  if (legs.size >= maxLegs) {
    queueMicrotask(() => endNow(dialled, 'refused', 'the exchange is full'));
    return;
  }
  legs.set(request.leg, {
    onEvent: (event, at) => hear(dialled, event, at),
    onOffer: (offer, fork) => {
      const { media } = dialled;
      if (media === null) return { status: 488 };
      return offer === null ? { body: media.offer(fork) } : media.answer(fork, offer);
    },
    hangUp: how => {
      if (dialled.stage === 'placed') hangUpAs(dialled, how);
      else if (dialled.stage === 'preparing') dialled.stage = 'givenUp';
    },
    hold: on => {
      dialled.media?.hold(on);
      parts.driver.run((agent, at) => agent.reoffer(request.leg, at));
    },
    sendKeys: (keys, ms) => parts.driver.run((agent, at) => agent.sendKeys(request.leg, keys, ms, at)),
    abandon: () => endNow(dialled, 'byUs', 'the exchange closed'),
    fail: () => fail(dialled),
  });
  parts.guardOf(request.leg)(prepare)(dialled);
};

const end = (dialled: Dialled, how: LegEnding, at: Instant) => {
  if (dialled.stage === 'ended') return;
  dialled.stage = 'ended';
  dialled.parts.forget(dialled.request.leg);
  dialled.parts.guardOf(dialled.request.leg)(() => dialled.media?.close())();
  dialled.onSignal({ type: 'ended', at, ending: how });
};

const endNow = (dialled: Dialled, how: LegEnding['how'], reason: string) =>
  end(dialled, { how, code: null, reason }, dialled.parts.driver.now());

/** What is on the network is taken back first; a hang-up that fails as well is not waited for. */
const fail = (dialled: Dialled) => {
  if (dialled.stage !== 'placed') return endNow(dialled, 'defect', '');
  dialled.stage = 'failing';
  hangUpAs(dialled, 'defect');
};

const hangUpAs = (dialled: Dialled, how: LegEnding['how'] | 'elsewhere' | null) =>
  dialled.parts.driver.run((agent, at) => agent.hangUp(dialled.request.leg, how, at));

/** Still wanted? Asked after each wait; a leg given up meanwhile ends here. */
const isWanted = (dialled: Dialled): boolean => {
  if (dialled.stage === 'givenUp') endNow(dialled, 'cancelled', '');
  return dialled.stage === 'preparing';
};

const prepare = async (dialled: Dialled): Promise<void> => {
  const { parts, request } = dialled;
  const { trunk } = request;
  const { servers, none } = await parts.net.servers(trunk);
  if (!isWanted(dialled)) return;
  if (servers.length === 0) return endNow(dialled, none, `no address for ${trunk.target.host}`);
  const [first, ...others] = await parts.net.reach(servers);
  if (!isWanted(dialled)) return;
  if (first === undefined) {
    const { isOpen, because } = parts.net.door.state();
    if (!isOpen) return endNow(dialled, 'notOpen', `the SIP port is not open: ${because}`);
    return endNow(dialled, 'transportError', `no route to ${trunk.target.host}`);
  }
  // Keys in clear signalling would be a lock with its key on it: the line promises more than that (RFC 4568 §9.2).
  if (trunk.srtp === true && !isSecret(first.flow)) return endNow(dialled, 'keysInClear', 'SRTP needs TLS');
  const { ends } = first;
  const wants = {
    realTimeText: trunk.realTimeText,
    srtp: trunk.srtp === true ? ('must' as const) : ('no' as const),
    codecs: trunk.codecs ?? CODECS,
    early: true,
    signalling: [first, ...others].map(({ destination }) => destination.host),
    mayReach: (host: string) => parts.net.mayReach(host, first.flow),
    behindNat: trunk.behindNat ?? false,
    keys: trunk.keys ?? 'auto',
    continuous: trunk.continuous ?? false,
    originId: String(Number.parseInt(parts.random(5), 16)),
  };
  const media =
    trunk.webRtc === true
      ? await openWebRtcMedia(parts, request.leg, { offer: null, hosts: parts.net.hostsFor(first) })
      : await openLegMedia(parts.media, request.leg, ends, wants);
  // Ports that came after the leg had ended are given back at once.
  if (dialled.stage === 'ended') return media?.close();
  dialled.media = media;
  if (!isWanted(dialled)) return;
  if (media === null) return endNow(dialled, 'mediaFailed', 'no media ports');
  place(dialled, media, [first, ...others]);
};

/** Who calls: the number asked for, else the account, else the name RFC 3261 §8.1.1.3 gives to who has none. */
const callerOf = ({ from, trunk }: DialRequest): string =>
  [from, trunk.credentials?.username.split('@')[0]].find(name => name !== undefined && name !== '') ?? 'anonymous';

const place = (dialled: Dialled, media: LegMedia, servers: CallSpec['servers']) => {
  const { leg, trunk, to, ringTimeoutMs, displayName, headers } = dialled.request;
  const host = domainOf(trunk.target);
  const spec: CallSpec = {
    leg,
    to,
    from: callerOf(dialled.request),
    host,
    domain: trunk.domain === undefined || trunk.domain === '' ? host : trunk.domain,
    ...(trunk.binding === undefined ? {} : { contact: trunk.binding.contact }),
    ...(trunk.webRtc === true ? { asContact: true } : {}),
    servers,
    isLoopback: trunk.loopback,
    credentials: trunk.credentials ?? null,
    ringTimeoutMs,
    body: media.offer(null),
    ...(displayName === undefined ? {} : { displayName: oneLine(displayName) }),
    headers: cleaned(headers),
  };
  dialled.stage = 'placed';
  dialled.parts.driver.run((agent, at) => agent.call(spec, at));
};

const hear = (dialled: Dialled, event: LegEvent, at: Instant) => {
  const { onSignal, media } = dialled;
  switch (event.type) {
    case 'dialled':
      return onSignal({ type: 'dialled', at, callId: event.callId, invite: event.invite });
    case 'provisional': {
      // Early SDP we cannot use is no reason to give up: the answer decides.
      const earlyMedia = event.body !== null && media?.takeAnswer(event.fork, event.body) === true;
      return onSignal({ type: 'provisional', at, code: event.status, earlyMedia, seenAs: event.seenAs });
    }
    case 'answered': {
      if (media?.choose(event.fork, event.body) !== true) return hangUpAs(dialled, 'noCommonCodec');
      return onSignal({ type: 'answered', at, dialog: event.dialog, seenAs: event.seenAs ?? null });
    }
    case 'reanswered':
      // Their 2xx took the sound out of the session: there is nothing left to talk by.
      if (media?.takeAnswer(event.fork, event.body) === false) hangUpAs(dialled, 'noCommonCodec');
      return;
    case 'unchanged':
      return media?.keep();
    case 'key':
      return dialled.parts.media.heardKey?.(dialled.request.leg, event.key);
    case 'ended':
      return end(dialled, event.ending, at);
  }
};
