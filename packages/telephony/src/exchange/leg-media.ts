import type { MediaHost } from '../media/host.ts';
import { type Address, isEvery, isLoopback, isPrivate } from '../net/address.ts';
import type { Codec, LocalMedia, RemoteMedia } from '../sdp/media.ts';
import { type Agreement, answerOffer, createOffer, readAnswer } from '../sdp/negotiate.ts';
import type { OfferReply } from '../sip/user-agent/context.ts';
import type { FlowEnds } from './network.ts';
import type { Trunk } from './types.ts';

/**
 * A host knows how long its workers may take, and that one which replaces a dead one must start first (`workers.ts`: 20 s,
 * and 5 to open). This limit lies beyond: it is for a host that forgot the leg.
 */
const OPEN_LIMIT_MS = 30_000;

/**
 * One leg's side of offer and answer: its ports, the identity of its SDP, and what was said and agreed with each fork of
 * the call. Until one is chosen the newest media is heard, as it plays to the callee's network's wishes; from then on
 * the others change nothing.
 */
export interface LegMedia {
  /** Our offer: the first of the call (no fork yet), or a later one within a dialog. */
  readonly offer: (fork: string | null) => Uint8Array;
  /** Takes an answer to our offer in; false when it holds nothing we speak, and then all stays as it was. */
  readonly takeAnswer: (fork: string, body: Uint8Array) => boolean;
  /** Answers an offer of theirs and connects; 488 when it holds nothing we speak. */
  readonly answer: (fork: string, offer: Uint8Array) => OfferReply;
  /** Our last offer was refused: what was agreed goes on (RFC 3261 §14.1). */
  readonly keep: () => void;
  /** This fork answered the call, with SDP or as agreed before; false when nothing is agreed with it. */
  readonly choose: (fork: string, body: Uint8Array | null) => boolean;
  /** What the next offer says. */
  readonly hold: (on: boolean) => void;
  readonly close: () => void;
}

export interface LegWants {
  readonly realTimeText: boolean;
  /** Encrypted or no call; encrypted where the media's place can. */
  readonly srtp: 'must' | 'may' | 'no';
  readonly codecs: readonly Codec[];
  /** Sound may flow before the call is answered. Otherwise none leaves for where an unproven caller points it. */
  readonly early: boolean;
  /** Where the far end's signalling is. */
  readonly signalling: readonly string[];
  /** Whether anything may be sent to a host that the far end's SDP names: as its signalling may. */
  readonly mayReach: (host: string) => boolean;
  /** The far end sits behind address translation. */
  readonly behindNat: boolean;
  /** How keys are sent; absent: auto. */
  readonly keys?: NonNullable<Trunk['keys']>;
  /** The far end sends without a pause; absent: it may rest. */
  readonly continuous?: boolean;
  readonly originId: string;
}

export const CODECS: readonly Codec[] = ['PCMA', 'PCMU'];

interface Talk {
  version: number;
  said: Buffer | null;
  agreement: Agreement | null;
}

export const openLegMedia = async (
  host: MediaHost,
  leg: string,
  ends: FlowEnds,
  wants: LegWants,
): Promise<LegMedia | null> => {
  const { realTimeText, srtp, keys, continuous, codecs, early, originId } = wants;
  const located = (remote: RemoteMedia): RemoteMedia => withNear(gated(remote, wants), nearOf(remote, wants));
  const opened = await openPorts(host, leg, {
    localHost: ends.mediaHost,
    realTimeText,
    srtp: srtp !== 'no',
    ...(keys ? { keys } : {}),
    ...(continuous ? { continuous } : {}),
  });
  if (opened === null) return null;
  if (srtp === 'must' && opened.crypto === undefined) {
    host.close(leg);
    return null;
  }
  const local = advertised(opened, ends.advertisedHost);
  const talks = new Map<string, Talk>();
  const first: Talk = { version: 1, said: null, agreement: null };
  let chosen: string | null = null;
  /** Held as we wish, as we last offered, as agreed. */
  const holding = { wanted: false, offered: false, agreed: false };

  const talkOf = (fork: string): Talk => {
    const known = talks.get(fork) ?? { ...first };
    talks.set(fork, known);
    return known;
  };
  const side = () => ({ local, codecs, isHolding: holding.wanted });
  /** Changed media needs a higher version in the o-line (RFC 3264 §8), the same has the same. */
  const say = (talk: Talk, write: (version: number) => Uint8Array): Uint8Array => {
    const same = Buffer.from(write(talk.version));
    const isNew = talk.said !== null && !talk.said.equals(same);
    talk.said = isNew ? Buffer.from(write(++talk.version)) : same;
    return talk.said;
  };
  const connect = (fork: string, agreement: Agreement) => {
    talkOf(fork).agreement = agreement;
    if (chosen === null && early) host.connect(leg, located(agreement.remote), 'early');
    else if (chosen === fork) host.connect(leg, located(agreement.remote), 'confirmed');
  };
  const takeAnswer = (fork: string, body: Uint8Array): boolean => {
    const answer = readAnswer(body, side(), talkOf(fork).agreement);
    if (!answer.ok) return false;
    holding.agreed = holding.offered;
    connect(fork, answer.agreement);
    return true;
  };

  return {
    offer: fork => {
      const talk = fork === null ? first : talkOf(fork);
      holding.offered = holding.wanted;
      return say(talk, version => createOffer({ id: originId, version }, side(), talk.agreement));
    },
    takeAnswer,
    answer: (fork, offer) => {
      const talk = talkOf(fork);
      const answered = answerOffer(offer, side());
      if (!answered.ok) return { status: 488 };
      const body = say(talk, version => answered.body({ id: originId, version }));
      connect(fork, answered.agreement);
      return { body };
    },
    keep: () => {
      if (holding.wanted === holding.offered) holding.wanted = holding.agreed;
    },
    choose: (fork, body) => {
      chosen = fork;
      if (body !== null) return takeAnswer(fork, body);
      const { agreement } = talkOf(fork);
      if (agreement === null) return false;
      host.connect(leg, located(agreement.remote), 'confirmed');
      return true;
    },
    hold: on => {
      holding.wanted = on;
    },
    close: () => host.close(leg),
  };
};

/**
 * What an SDP says is its sender's word: none makes us send into our own network. The host that its signalling comes from
 * is as good as heard, unless that is this machine, where other programs listen.
 */
const maySendTo = (host: string, { signalling, mayReach }: LegWants): boolean =>
  isEvery(host) || mayReach(host) || (signalling.includes(host) && !isLoopback(host));

/** For the source lock: nothing is sent before the far end is heard. */
const NOWHERE = '0.0.0.0';

const gated = (remote: RemoteMedia, wants: LegWants): RemoteMedia => {
  const { audio, text } = remote;
  const { rtcp, ...sound } = audio;
  const aimed = ({ host, port }: Address): Address => ({ host: maySendTo(host, wants) ? host : NOWHERE, port });
  return {
    ...remote,
    audio: {
      ...sound,
      address: aimed(audio.address),
      // Where it goes by itself: to the port above the sound's.
      ...(rtcp !== undefined && maySendTo(rtcp.host, wants) && !isEvery(rtcp.host) ? { rtcp } : {}),
    },
    ...(text === undefined ? {} : { text: { ...text, address: aimed(text.address) } }),
  };
};

/**
 * Where sound may come from beside the SDP's host: the net of the signalling, if the far end is known to sit behind address
 * translation, or says so itself by an address that cannot be its own, seen from there, or that we may not send to.
 */
const nearOf = ({ audio }: RemoteMedia, wants: LegWants): readonly string[] => {
  const { address } = audio;
  const isElsewhere = wants.behindNat || !maySendTo(address.host, wants);
  return wants.signalling.filter(host => isElsewhere || isPrivate(address.host) !== isPrivate(host));
};

const withNear = (remote: RemoteMedia, near: readonly string[]): RemoteMedia =>
  near.length === 0 ? remote : { ...remote, near };

/** Sound that is elsewhere is told as its place says it; ours by the address the far end knows us by. */
const advertised = (local: LocalMedia, host: string): LocalMedia =>
  local.isElsewhere === true ? local : named(local, host);

const named = (local: LocalMedia, host: string): LocalMedia => ({
  audio: { ...local.audio, host },
  ...(local.crypto === undefined ? {} : { crypto: local.crypto }),
  ...(local.text === undefined ? {} : { text: { ...local.text, host } }),
});

/** Null when the host refuses or takes too long; ports that come later are given back. */
export const openPorts = async (
  host: MediaHost,
  leg: string,
  wants: Parameters<MediaHost['open']>[1],
): Promise<LocalMedia | null> => {
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>(settle => {
    timer = setTimeout(() => {
      isLate = true;
      settle(null);
    }, OPEN_LIMIT_MS);
  });
  const opening = host.open(leg, wants).then(
    local => {
      if (isLate) host.close(leg);
      return local;
    },
    // No ports, no worker: an outside failure, told as the leg's ending `mediaFailed`.
    () => null,
  );
  const local = await Promise.race([opening, limit]);
  clearTimeout(timer);
  return local;
};
