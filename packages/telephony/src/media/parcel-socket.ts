import type { Address } from '../net/address.ts';
import type { Parcels } from '../net/parcels.ts';
import { isControl, type MediaSocket, type MediaTakes } from './socket.ts';

/**
 * A leg's socket that is a number among parcels (`net/parcels.ts`): its far end is another process of this machine, which it
 * hears alone once it was aimed there. RTCP goes and comes between the packets of the sound (RFC 5761).
 */
class ParcelSocket implements MediaSocket {
  readonly port: number;
  readonly leg: number;
  readonly #parcels: Parcels;
  readonly #takes: MediaTakes;
  #peer: Address | null = null;

  constructor(parcels: Parcels, leg: number, takes: MediaTakes) {
    this.port = parcels.address.port;
    this.leg = leg;
    this.#parcels = parcels;
    this.#takes = takes;
  }

  aim(remote: Address): void {
    if (this.#peer?.port === remote.port) return;
    this.#leave();
    this.#peer = remote;
    this.#parcels.join(remote, this.leg, packet => {
      if (isControl(packet)) this.#takes.control?.(packet);
      else this.#takes.packet(packet);
    });
  }

  send(packet: Uint8Array): void {
    if (this.#peer) this.#parcels.send(this.#peer, this.leg, packet);
  }

  sendControl(packet: Uint8Array): void {
    this.send(packet);
  }

  refused(): number {
    return 0;
  }

  /** It is where it is. */
  seek(): void {}

  close(): void {
    this.#leave();
    this.#peer = null;
  }

  #leave(): void {
    if (this.#peer) this.#parcels.leave(this.#peer, this.leg);
  }
}

export const createParcelSocket = (parcels: Parcels, leg: number, takes: MediaTakes): MediaSocket =>
  new ParcelSocket(parcels, leg, takes);
