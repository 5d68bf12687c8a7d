import type { MediaHost } from '../media/host.ts';
import type { Address } from '../net/address.ts';
import type { RemoteMedia } from '../sdp/media.ts';
import type { Direction } from '../sdp/read.ts';
import { type BrowserSound, mirrored, PCMA, readBrowserSound, revised } from '../webrtc/sdp.ts';
import type { WebRtcHost, WebRtcOpened } from '../webrtc/types.ts';
import { type LegMedia, openPorts } from './leg-media.ts';

/**
 * Offer and answer of a browser's leg: the media engine has it as a plain leg, on loopback or with another node, the `WebRtcHost` the way to the
 * browser. That way is agreed on once: what comes later changes directions (a page that holds) and nothing else, and a
 * browser that wants another way (its ICE begins anew) is refused; its page calls anew or is called anew.
 */
interface WebRtcParts {
  readonly media: MediaHost;
  readonly webRtc: WebRtcHost | null;
}

interface WebRtcWant {
  /** The browser's; null: we offer. */
  readonly offer: Uint8Array | null;
  /** Under which of our addresses it may reach us. */
  readonly hosts: readonly string[];
}

const LOOPBACK = '127.0.0.1';
/** The host has limits of its own for each step; this one is for a host that forgot the leg. */
const OPEN_LIMIT_MS = 15_000;

const textOf = (body: Uint8Array): string => Buffer.from(body).toString('utf8');

/** Null when there is no host, no room, or nothing in the offer that we could talk by. */
export const openWebRtcMedia = async (
  { media, webRtc }: WebRtcParts,
  leg: string,
  { offer, hosts }: WebRtcWant,
): Promise<LegMedia | null> => {
  if (webRtc === null) return null;
  const theirs = offer === null ? null : readBrowserSound(textOf(offer));
  if (offer !== null && theirs === null) return null;
  const local = await openPorts(media, leg, {
    localHost: LOOPBACK,
    realTimeText: false,
    srtp: false,
    continuous: true,
    parcels: true,
  });
  if (local === null) return null;
  const near = local.audio;
  const opened = await openWay(webRtc, leg, { offer: offer === null ? null : textOf(offer), near, hosts });
  if (opened === null) {
    media.close(leg);
    return null;
  }
  return browserMedia({ media, webRtc, leg, opened }, theirs);
};

const openWay = async (
  webRtc: WebRtcHost,
  leg: string,
  wants: { readonly offer: string | null; readonly near: Address; readonly hosts: readonly string[] },
): Promise<WebRtcOpened | null> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>(settle => {
    timer = setTimeout(() => settle(null), OPEN_LIMIT_MS);
  });
  // The process is gone, or full, or does not like the offer: an outside failure, told as the leg's ending.
  const opened = await Promise.race([webRtc.open(leg, wants).catch(() => null), limit]);
  clearTimeout(timer);
  if (opened === null) webRtc.close(leg);
  return opened;
};

interface Opened {
  readonly media: MediaHost;
  readonly webRtc: WebRtcHost;
  readonly leg: string;
  readonly opened: WebRtcOpened;
}

const remoteOf = ({ plain }: WebRtcOpened, direction: Direction, telephoneEvent: number | null): RemoteMedia => ({
  // RTCP comes and goes by the port of the sound (RFC 5761), as browsers do it.
  audio: { address: plain, rtcp: plain, codec: 'PCMA', payloadType: PCMA, telephoneEvent, direction },
});

const browserMedia = ({ media, webRtc, leg, opened }: Opened, offered: BrowserSound | null): LegMedia => {
  const said = { version: 1, direction: mirrored(offered?.direction ?? 'sendrecv'), body: opened.body };
  let theirs = offered;
  let isAgreed = offered !== null;
  let isConfirmed = false;
  const holding = { wanted: false, offered: false, agreed: false };
  /** Who is active in DTLS stays who he was (RFC 8842 §5.3). */
  const ownSetup = () => (/^a=setup:(active|passive)/m.exec(opened.body)?.[1] === 'active' ? 'active' : 'passive');

  const connect = (): void => {
    if (theirs === null) return;
    media.connect(leg, remoteOf(opened, theirs.direction, theirs.telephoneEvent), isConfirmed ? 'confirmed' : 'early');
  };
  const say = (direction: Direction, setup: 'actpass' | 'active' | 'passive'): Buffer => {
    if (direction !== said.direction) said.version++;
    said.direction = direction;
    return Buffer.from(revised(opened.body, { version: said.version, direction, setup }));
  };
  const isSameWay = (sound: BrowserSound): boolean =>
    theirs === null || (sound.ufrag === theirs.ufrag && sound.kinds.length === theirs.kinds.length);

  const takeAnswer = (body: Uint8Array): boolean => {
    const sound = readBrowserSound(textOf(body));
    if (sound === null || !isSameWay(sound)) return false;
    // Its way is agreed on with the first answer; one that is said again, early and at last, is the same.
    if (!isAgreed) webRtc.answer(leg, textOf(body));
    isAgreed = true;
    theirs = sound;
    holding.agreed = holding.offered;
    connect();
    return true;
  };

  return {
    offer: () => {
      if (theirs === null) return Buffer.from(opened.body);
      holding.offered = holding.wanted;
      return say(holding.wanted ? 'sendonly' : 'sendrecv', 'actpass');
    },
    takeAnswer: (_fork, body) => takeAnswer(body),
    answer: (_fork, body) => {
      const sound = readBrowserSound(textOf(body));
      if (sound === null || !isSameWay(sound)) return { status: 488 };
      theirs = sound;
      connect();
      return { body: say(mirrored(sound.direction), ownSetup()) };
    },
    keep: () => {
      if (holding.wanted === holding.offered) holding.wanted = holding.agreed;
    },
    choose: (_fork, body) => {
      isConfirmed = true;
      if (body !== null) return takeAnswer(body);
      connect();
      return theirs !== null;
    },
    hold: on => {
      holding.wanted = on;
    },
    close: () => {
      media.close(leg);
      webRtc.close(leg);
    },
  };
};
