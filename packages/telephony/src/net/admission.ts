/** Who may open a connection to us: so many in all, so many from one address, counted from the first packet. */
export interface Admission {
  /** Gives back what is to be called when the connection is gone; null: not admitted. */
  readonly take: (host: string) => (() => void) | null;
  readonly size: () => number;
}

export interface AdmissionLimits {
  readonly connections: number;
  /** An office of seats comes from one address. */
  readonly connectionsOfPeer: number;
}

export const createAdmission = (limits: AdmissionLimits): Admission => {
  const peers = new Map<string, number>();
  let all = 0;
  return {
    size: () => all,
    take: host => {
      const ofPeer = peers.get(host) ?? 0;
      if (all >= limits.connections || ofPeer >= limits.connectionsOfPeer) return null;
      all++;
      peers.set(host, ofPeer + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        all--;
        const left = (peers.get(host) ?? 1) - 1;
        if (left === 0) peers.delete(host);
        else peers.set(host, left);
      };
    },
  };
};
