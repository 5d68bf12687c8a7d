import { createGuard, type Guard, instant } from '@lianxian/core/kit';
import { Audio, IceUdpMuxListener, PeerConnection, type Track } from 'node-datachannel';
import { openParcels } from '../net/parcels.ts';
import { createAllowance, packetAllowance } from '../rtp/allowance.ts';
import { hearNativeErrors } from './native-log.ts';
import { type NearSide, openNearSide } from './near-side.ts';
import {
  type BrowserSound,
  forLibrary,
  OFFERED_EVENT,
  PCMA,
  readBrowserSound,
  readOwnEnd,
  writeOwnSdp,
} from './sdp.ts';
import type { WebRtcFailure, WebRtcHost, WebRtcOpened, WebRtcWants } from './types.ts';

/**
 * The gate between browsers and the media engine: ICE, DTLS and SRTP by node-datachannel (libdatachannel), one UDP port for
 * all legs; a leg's packets pass between its browser and its media engine, changed in nothing.
 *
 *     browser ══ SRTP, one port for all ══ gate ── RTP and RTCP of all legs in parcels, 127.0.0.1 ── media engines
 *
 * With many legs the process sleeps as a whole between two looks (`every`): the native half's own threads work on
 * meanwhile, and what both sides have for each other is passed on together. A packet is late by one look at most, as in
 * the media engine.
 *
 * A fault of the native code ends the process: run it in one of its own (decision 101). So does whatever throws in a
 * callback of the library, for nothing on its side catches it: each goes through a guard.
 */
export interface WebRtcGate extends WebRtcHost {
  readonly legs: () => number;
  readonly closeAll: () => void;
}

interface WebRtcGateOptions {
  /** The one UDP port. */
  readonly port: number;
  /** Where it is bound; null: at every address. */
  readonly bind: string | null;
  readonly maxLegs?: number;
  /** `restingClock` of a process that does nothing else: how it sleeps between two looks. */
  readonly every: (ms: number, look: () => void) => () => void;
  /** What the native library has to say of errors. */
  readonly onLog: (text: string) => void;
}

const MAX_LEGS = 500;
/** The library makes its description within milliseconds; a key pair takes a few more. */
const DESCRIBE_LIMIT_MS = 5_000;
/** A browser that does not come through by then will not. */
const CONNECT_LIMIT_MS = 20_000;
/** A browser that closed its path and has not said BYE by then did not mean to hang up. */
const BYE_LIMIT_MS = 1_000;
/** A wake-up costs more than a packet; the media engine looks as often. */
const LOOK_MS = 5;
/** From so many legs on more packets come in a second than there are looks. */
const RESTS_FROM = 8;
/** A telephone's packet of 20 ms has 172 bytes; RTCP is smaller than this. Whatever is larger is none of ours. */
const MAX_PACKET = 1_400;

interface Leg {
  readonly connection: PeerConnection;
  /** Null before it is open. */
  side: NearSide | null;
  track: Track | null;
  telephoneEvent: number | null;
  isConnected: boolean;
  /** What came before and is told only now is nobody's any more. */
  isOver: boolean;
  limit: NodeJS.Timeout | null;
}

/** What passes a leg's packets. */
interface Passing {
  readonly leg: Leg;
  readonly side: NearSide;
  readonly guard: Guard;
}

/** RFC 5761 §4. */
const isControl = (second: number): boolean => second >= 192 && second <= 223;

const isOurs = (packet: Uint8Array, telephoneEvent: number | null): boolean => {
  if (packet.length < 8 || packet.length > MAX_PACKET) return false;
  const second = packet[1] ?? 0;
  const payloadType = second & 0x7f;
  return isControl(second) || payloadType === PCMA || payloadType === telephoneEvent;
};

/** Rejects when a port cannot be had. */
export const createWebRtcGate = async (options: WebRtcGateOptions): Promise<WebRtcGate> => {
  const { port, bind, maxLegs = MAX_LEGS, every, onLog } = options;
  hearNativeErrors(onLog);
  // Holds the port for as long as we live, and not only while somebody talks.
  const listener = new IceUdpMuxListener(port, ...(bind === null ? [] : [bind]));
  const legs = new Map<string, Leg>();
  const parcels = await openParcels();
  let tell: (leg: string, because: WebRtcFailure) => void = () => undefined;
  let serial = 0;
  let wake: (() => void) | null = null;

  const restOrWake = (): void => {
    if (legs.size >= RESTS_FROM) wake ??= every(LOOK_MS, () => undefined);
    else {
      wake?.();
      wake = null;
    }
  };
  const guard = createGuard(error => onLog(String(error)));

  const close = (name: string): void => {
    const leg = legs.get(name);
    if (leg === undefined) return;
    legs.delete(name);
    restOrWake();
    leg.isOver = true;
    if (leg.limit !== null) clearTimeout(leg.limit);
    leg.connection.close();
    leg.side?.close();
  };

  const fail = (name: string, because: WebRtcFailure): void => {
    if (!legs.has(name)) return;
    close(name);
    tell(name, because);
  };

  const expect = (name: string, leg: Leg): void => {
    if (!leg.isConnected) leg.limit = setTimeout(() => fail(name, 'noPath'), CONNECT_LIMIT_MS);
  };

  const onState = (name: string, state: string): void => {
    const leg = legs.get(name);
    if (leg === undefined) return;
    // Of the state before.
    if (leg.limit !== null && (state === 'connected' || state === 'closed')) clearTimeout(leg.limit);
    if (state === 'connected') {
      leg.isConnected = true;
      leg.limit = null;
    } else if (state === 'failed') fail(name, 'noPath');
    // Who hangs up closes the path and says BYE at once: by two ways, of which this one may be the shorter.
    else if (state === 'closed') leg.limit = setTimeout(() => fail(name, 'noPath'), BYE_LIMIT_MS);
  };

  const open = async (name: string, wants: WebRtcWants): Promise<WebRtcOpened> => {
    if (legs.has(name)) throw new Error('a leg of this name is live');
    if (legs.size >= maxLegs) throw new Error('the gate is full');
    const leg = openLeg(port, bind);
    const { connection } = leg;
    legs.set(name, leg);
    restOrWake();
    // Of a later leg of the same name it is no news.
    connection.onStateChange(guard(state => leg.isOver || onState(name, state)));
    try {
      const side = await openNearSide(parcels, wants.near, bind);
      leg.side = side;
      if (leg.isOver) side.close();
      // Nothing of the library is told before it knows a description.
      connection.onTrack(guard(track => leg.isOver || take({ leg, side, guard }, track)));
      const { theirs, said } =
        wants.offer === null ? await offerOf({ leg, side, guard }) : await answerOf(leg, wants.offer);
      const end = readOwnEnd(said);
      if (end === null || legs.get(name) !== leg) throw new Error('the leg is over');
      // A telephone may ring as long as its caller waits: until it answers, nobody comes.
      if (theirs !== null) expect(name, leg);
      const at = wants.hosts.map(host => ({ host, port }));
      return {
        body: writeOwnSdp({ end, theirs, at, id: String(Date.now() * 1_000 + (serial++ % 1_000)) }),
        plain: side.plain,
        telephoneEvent: leg.telephoneEvent,
      };
    } catch (error) {
      close(name);
      throw error;
    }
  };

  const answer = (name: string, sdp: string): void => {
    const leg = legs.get(name);
    if (leg === undefined) return;
    const theirs = readBrowserSound(sdp);
    if (theirs === null || theirs.setup === 'actpass') {
      fail(name, 'notUsable');
      return;
    }
    leg.telephoneEvent = theirs.telephoneEvent;
    try {
      leg.connection.setRemoteDescription(forLibrary(theirs), 'answer');
      expect(name, leg);
    } catch {
      fail(name, 'notUsable');
    }
  };

  return {
    open,
    answer,
    close,
    onFailed: hears => {
      tell = hears;
    },
    legs: () => legs.size,
    closeAll: () => {
      for (const name of [...legs.keys()]) close(name);
      listener.stop();
      parcels.close();
    },
  };
};

const openLeg = (port: number, bind: string | null): Leg => ({
  connection: new PeerConnection('seat', {
    ...{ iceServers: [], enableIceUdpMux: true, portRangeBegin: port, portRangeEnd: port },
    ...(bind === null ? {} : { bindAddress: bind }),
  }),
  side: null,
  track: null,
  telephoneEvent: OFFERED_EVENT,
  isConnected: false,
  isOver: false,
  limit: null,
});

/** From here on packets pass between both halves, as they are. */
const take = ({ leg, side, guard }: Passing, track: Track): void => {
  leg.track = track;
  // All legs share one way to their engine: a browser that floods has no more of it than any other.
  const mayPass = createAllowance(packetAllowance);
  track.onMessage(
    guard((packet: Buffer) => {
      // What the library's thread had taken before the leg ended comes after it, and is nobody's.
      if (leg.isOver || !isOurs(packet, leg.telephoneEvent)) return;
      if (mayPass(1, instant(performance.now()))) side.send(packet);
    }),
  );
  let isOpen = false;
  track.onOpen(() => {
    isOpen = true;
  });
  track.onClosed(() => {
    isOpen = false;
  });
  side.hear(packet => {
    if (!isOpen) return;
    try {
      track.sendMessageBinary(packet);
    } catch {
      // It closes on a thread of its own, and this packet came between: nobody is there to hear it.
      isOpen = false;
    }
  });
};

interface Described {
  readonly theirs: BrowserSound | null;
  /** The library's words for our side. */
  readonly said: string;
}

const answerOf = async (leg: Leg, offer: string): Promise<Described> => {
  const theirs = readBrowserSound(offer);
  if (theirs === null) throw new Error('the offer has no PCMA that we could take');
  leg.telephoneEvent = theirs.telephoneEvent;
  const said = described(leg.connection);
  leg.connection.setRemoteDescription(forLibrary({ ...theirs, setup: 'actpass' }), 'offer');
  return { theirs, said: await said };
};

/** What we offer as the library has to know it; what is said is written by ourselves. */
const offerOf = async (passing: Passing): Promise<Described> => {
  const { connection } = passing.leg;
  const sound = new Audio('0', 'SendRecv');
  sound.addAudioCodec(PCMA, 'PCMA');
  take(passing, connection.addTrack(sound));
  const said = described(connection);
  connection.setLocalDescription('offer');
  return { theirs: null, said: await said };
};

/** The library's description of our side. */
const described = (connection: PeerConnection): Promise<string> =>
  new Promise((settle, reject) => {
    const limit = setTimeout(() => reject(new Error('no description in time')), DESCRIBE_LIMIT_MS);
    connection.onLocalDescription(sdp => {
      clearTimeout(limit);
      settle(sdp);
    });
  });
