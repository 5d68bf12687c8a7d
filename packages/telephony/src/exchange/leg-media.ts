import { answerOffer, createOffer, readAnswer } from '../sdp/negotiate.ts';
import type { OfferReply } from '../sip/user-agent/context.ts';
import type { LocalMedia, MediaHost, RemoteMedia } from './types.ts';
import type { WireEnds } from './wire.ts';

/** A worker that does not open ports in this time will not do it before the caller has given up. */
const OPEN_LIMIT_MS = 5_000;

/** One leg's side of offer and answer: its ports, the identity of its SDP, what was last said and agreed. */
export interface LegMedia {
  /** Our offer; the same text each time until something changes. */
  readonly offer: () => Uint8Array;
  /** Takes an answer to our offer in; false when it holds nothing we speak. */
  readonly takeAnswer: (body: Uint8Array, phase: 'early' | 'confirmed') => boolean;
  /** Answers an offer of theirs and connects; 488 when it holds nothing we speak. */
  readonly answer: (offer: Uint8Array, phase: 'early' | 'confirmed') => OfferReply;
  /** The early media now counts as the answer: the final answer came without SDP of its own. */
  readonly confirm: () => boolean;
  readonly close: () => void;
}

export const openLegMedia = async (
  host: MediaHost,
  leg: string,
  ends: WireEnds,
  wants: { readonly realTimeText: boolean; readonly originId: string },
): Promise<LegMedia | null> => {
  const opened = await openPorts(host, leg, { localHost: ends.mediaHost, realTimeText: wants.realTimeText });
  if (opened === null) return null;
  const local = advertised(opened, ends.advertisedHost);
  let version = 1;
  let said: Buffer | null = null;
  let remote: RemoteMedia | null = null;
  const connect = (to: RemoteMedia, phase: 'early' | 'confirmed') => {
    remote = to;
    host.connect(leg, to, phase);
  };
  return {
    offer: () => {
      said ??= Buffer.from(createOffer({ id: wants.originId, version }, local));
      return said;
    },
    takeAnswer: (body, phase) => {
      const answer = readAnswer(body, local);
      if (answer.ok) connect(answer.remote, phase);
      return answer.ok;
    },
    answer: (offer, phase) => {
      const same = answerOffer(offer, { id: wants.originId, version }, local);
      if (!same.ok) return { status: 488 };
      connect(same.remote, phase);
      if (said === null || said.equals(same.body)) {
        said = Buffer.from(same.body);
        return { body: said };
      }
      // Changed media needs a higher version in the o-line (RFC 3264 §8).
      version++;
      const changed = answerOffer(offer, { id: wants.originId, version }, local);
      if (!changed.ok) return { status: 488 };
      said = Buffer.from(changed.body);
      return { body: said };
    },
    confirm: () => {
      if (remote !== null) host.connect(leg, remote, 'confirmed');
      return remote !== null;
    },
    close: () => host.close(leg),
  };
};

const advertised = (local: LocalMedia, host: string): LocalMedia => ({
  audio: { ...local.audio, host },
  ...(local.text === undefined ? {} : { text: { ...local.text, host } }),
});

/** Null when the host refuses or takes too long; ports that come later are given back. */
const openPorts = async (
  host: MediaHost,
  leg: string,
  wants: { readonly localHost: string; readonly realTimeText: boolean },
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
