import { netOf } from './address.ts';

/**
 * Who may open a connection to us. Somebody known (a line's address, who has logged in) finds room as long as there is any;
 * strangers share a part of it, counted by address and by net, because whoever has one address of a net often has all of
 * it. When it is full the net that holds most of it gives up its oldest connection, strangers before the known, so a flood
 * makes room for whoever comes from elsewhere: whoever has a line is known, and may be hostile all the same.
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

interface Guest {
  readonly host: string;
  readonly evict: () => void;
}

/** Guests by their net, each in the order they came. */
const createCrowd = () => {
  const nets = new Map<string, Set<Guest>>();
  let size = 0;
  return {
    size: () => size,
    ofNet: (host: string): ReadonlySet<Guest> | undefined => nets.get(netOf(host)),
    add: (guest: Guest): void => {
      const net = netOf(guest.host);
      nets.set(net, (nets.get(net) ?? new Set()).add(guest));
      size++;
    },
    remove: (guest: Guest): void => {
      const net = netOf(guest.host);
      const ofNet = nets.get(net);
      if (ofNet?.delete(guest) !== true) return;
      size--;
      if (ofNet.size === 0) nets.delete(net);
    },
    fullest: (): ReadonlySet<Guest> => {
      let fullest: ReadonlySet<Guest> = new Set();
      for (const ofNet of nets.values()) if (ofNet.size > fullest.size) fullest = ofNet;
      return fullest;
    },
  };
};

export const createAdmission = (limits: AdmissionLimits, onRefused: (host: string) => void): Admission => {
  const peers = new Map<string, number>();
  const [strangers, known] = [createCrowd(), createCrowd()];
  const all = () => strangers.size() + known.size();

  const sendAway = ([oldest]: ReadonlySet<Guest>): boolean => {
    if (oldest === undefined) return false;
    onRefused(oldest.host);
    oldest.evict();
    return true;
  };

  /** Of the known a net gives way only to one that has less, so that nobody loses his place to himself. */
  const makeRoom = (host: string): boolean => {
    if (strangers.size() > 0) return sendAway(strangers.fullest());
    const fullest = known.fullest();
    return fullest.size > (known.ofNet(host)?.size ?? 0) + 1 && sendAway(fullest);
  };

  const hasRoomForStranger = (host: string): boolean => {
    const ofNet = strangers.ofNet(host);
    if (ofNet === undefined) return true;
    if (ofNet.size >= limits.strangersOfNet) return false;
    let ofPeer = 0;
    for (const each of ofNet) if (each.host === host) ofPeer++;
    return ofPeer < limits.strangersOfPeer;
  };

  const mayCome = (host: string, isKnown: boolean): boolean => {
    if ((peers.get(host) ?? 0) >= limits.connectionsOfPeer) return false;
    if (!isKnown && !hasRoomForStranger(host)) return false;
    const isFull = all() >= limits.connections || (!isKnown && strangers.size() >= limits.strangers);
    return !isFull || makeRoom(host);
  };

  return {
    size: all,
    take: (host, isKnown, evict) => {
      if (!mayCome(host, isKnown)) {
        onRefused(host);
        return null;
      }
      let crowd = isKnown ? known : strangers;
      let isTaken = true;
      const release = () => {
        if (!isTaken) return;
        isTaken = false;
        crowd.remove(guest);
        const left = (peers.get(host) ?? 1) - 1;
        if (left === 0) peers.delete(host);
        else peers.set(host, left);
      };
      // Its room is free at once; the socket may take its time to close.
      const guest: Guest = {
        host,
        evict: () => {
          release();
          evict();
        },
      };
      crowd.add(guest);
      peers.set(host, (peers.get(host) ?? 0) + 1);
      return {
        isKnown: () => crowd === known,
        know: () => {
          if (!isTaken || crowd === known) return;
          crowd.remove(guest);
          crowd = known;
          crowd.add(guest);
        },
        release,
      };
    },
  };
};
