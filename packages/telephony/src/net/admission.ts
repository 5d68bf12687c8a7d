import { netOf } from './address.ts';

/**
 * Who may open a connection to us. Somebody known (a line's address, who has logged in) finds room as long as there is any;
 * strangers share a part of it, counted by address and by net, because whoever has one address of a net often has all of
 * it. When it is full the net that holds most of it gives up its oldest connection, so a flood makes room for whoever comes
 * from elsewhere, and for the known in any case.
 */
export interface Admission {
  /** `evict` ends the connection because its room is needed. Null: not admitted. */
  readonly take: (host: string, isKnown: boolean, evict: () => void) => Ticket | null;
  readonly size: () => number;
}

/** One connection's place, from its first packet to its last. */
export interface Ticket {
  readonly isKnown: () => boolean;
  /** It has proved to be somebody's. */
  readonly know: () => void;
  readonly release: () => void;
}

export interface AdmissionLimits {
  readonly connections: number;
  /** An office of seats comes from one address. */
  readonly connectionsOfPeer: number;
  /** Of all; the rest is kept for the known. */
  readonly strangers: number;
  readonly strangersOfPeer: number;
  readonly strangersOfNet: number;
}

interface Stranger {
  readonly host: string;
  readonly evict: () => void;
}

export const createAdmission = (limits: AdmissionLimits, onRefused: (host: string) => void): Admission => {
  const peers = new Map<string, number>();
  /** By net, each in the order they came. */
  const nets = new Map<string, Set<Stranger>>();
  let [all, strangers] = [0, 0];

  const forget = (stranger: Stranger): void => {
    const net = netOf(stranger.host);
    const ofNet = nets.get(net);
    if (ofNet?.delete(stranger) !== true) return;
    strangers--;
    if (ofNet.size === 0) nets.delete(net);
  };

  /** False: there is no stranger who could make room. */
  const makeRoom = (): boolean => {
    let fullest: Set<Stranger> | null = null;
    for (const ofNet of nets.values()) if (ofNet.size > (fullest?.size ?? 0)) fullest = ofNet;
    const [oldest] = fullest ?? [];
    if (oldest === undefined) return false;
    onRefused(oldest.host);
    oldest.evict();
    return true;
  };

  const hasRoomForStranger = (host: string): boolean => {
    const ofNet = nets.get(netOf(host));
    if (ofNet === undefined) return true;
    if (ofNet.size >= limits.strangersOfNet) return false;
    let ofPeer = 0;
    for (const each of ofNet) if (each.host === host) ofPeer++;
    return ofPeer < limits.strangersOfPeer;
  };

  const mayCome = (host: string, isKnown: boolean): boolean => {
    if ((peers.get(host) ?? 0) >= limits.connectionsOfPeer) return false;
    if (!isKnown && !hasRoomForStranger(host)) return false;
    const isFull = all >= limits.connections || (!isKnown && strangers >= limits.strangers);
    return !isFull || makeRoom();
  };

  return {
    size: () => all,
    take: (host, isKnown, evict) => {
      if (!mayCome(host, isKnown)) {
        onRefused(host);
        return null;
      }
      const release = () => {
        if (!isTaken) return;
        isTaken = false;
        forget(stranger);
        all--;
        const left = (peers.get(host) ?? 1) - 1;
        if (left === 0) peers.delete(host);
        else peers.set(host, left);
      };
      let isTaken = true;
      let isFriend = isKnown;
      // Its room is free at once; the socket may take its time to close.
      const stranger: Stranger = {
        host,
        evict: () => {
          release();
          evict();
        },
      };
      all++;
      peers.set(host, (peers.get(host) ?? 0) + 1);
      if (!isKnown) {
        const net = netOf(host);
        const ofNet = nets.get(net) ?? new Set();
        nets.set(net, ofNet.add(stranger));
        strangers++;
      }
      return {
        isKnown: () => isFriend,
        know: () => {
          isFriend = true;
          forget(stranger);
        },
        release,
      };
    },
  };
};
