import { createSocket, type Socket } from 'node:dgram';
import type { Address } from './address.ts';

/**
 * The packets of many legs between two processes of this machine, by one UDP socket on loopback at either side:
 *
 *     datagram = (leg, 4 bytes · length, 2 bytes · packet)…
 *
 * holds what one side has for the other in one turn of its event loop. A datagram a packet would cost more than all that is
 * done with it: two system calls and a wake-up at the one side, a system call at the other.
 *
 * Invariants: a leg hears its own peer's alone, under its own number; a packet leaves with the end of the turn it was given
 * in; what comes garbled is left out from there on.
 */
export interface Parcels {
  readonly address: Address;
  /** What comes from this peer under this number is the leg's, until it leaves. */
  readonly join: (peer: Address, leg: number, take: (packet: Buffer) => void) => void;
  readonly leave: (peer: Address, leg: number) => void;
  /** To a peer that has legs here. Copied at once: the buffer may be reused. */
  readonly send: (peer: Address, leg: number, packet: Uint8Array) => void;
  readonly close: () => void;
}

const LOOPBACK = '127.0.0.1';
const HEAD_BYTES = 6;
/** Within what UDP carries over loopback in one piece; some hundred and fifty packets of 20 ms. */
const MOST_BYTES = 28_000;
/** As many legs as there are may stall together for a while; the system grants what it grants. */
const RECEIVE_BUFFER_BYTES = 4 * 1_024 * 1_024;

interface Peer {
  readonly takes: Map<number, (packet: Buffer) => void>;
  readonly waiting: Buffer;
  length: number;
}

class UdpParcels implements Parcels {
  readonly address: Address;
  readonly #socket: Socket;
  /** By port: all are on loopback. */
  readonly #peers = new Map<number, Peer>();
  #leaving: NodeJS.Immediate | null = null;
  #isOpen = true;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.address = { host: LOOPBACK, port: socket.address().port };
    socket.on('message', (bytes, { port }) => this.#hear(bytes, port));
  }

  join({ port }: Address, leg: number, take: (packet: Buffer) => void): void {
    const peer = this.#peers.get(port) ?? { takes: new Map(), waiting: Buffer.alloc(MOST_BYTES), length: 0 };
    peer.takes.set(leg, take);
    this.#peers.set(port, peer);
  }

  leave({ port }: Address, leg: number): void {
    const peer = this.#peers.get(port);
    if (!peer?.takes.delete(leg) || peer.takes.size > 0) return;
    if (peer.length > 0) this.#flush(port, peer);
    this.#peers.delete(port);
  }

  send({ port }: Address, leg: number, packet: Uint8Array): void {
    const peer = this.#peers.get(port);
    if (peer === undefined || packet.length > MOST_BYTES - HEAD_BYTES) return;
    if (peer.length + HEAD_BYTES + packet.length > MOST_BYTES) this.#flush(port, peer);
    const { waiting, length } = peer;
    waiting.writeUInt32BE(leg, length);
    waiting.writeUInt16BE(packet.length, length + 4);
    waiting.set(packet, length + HEAD_BYTES);
    peer.length = length + HEAD_BYTES + packet.length;
    this.#leaving ??= setImmediate(() => this.#flushAll());
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (this.#leaving) clearImmediate(this.#leaving);
    this.#peers.clear();
    this.#socket.close();
  }

  #flushAll(): void {
    this.#leaving = null;
    for (const [port, peer] of this.#peers) if (peer.length > 0) this.#flush(port, peer);
  }

  /** The system copies it at once: nothing holds what leaves over loopback. */
  #flush(port: number, peer: Peer): void {
    this.#socket.send(peer.waiting, 0, peer.length, port, LOOPBACK);
    peer.length = 0;
  }

  #hear(bytes: Buffer, port: number): void {
    const takes = this.#peers.get(port)?.takes;
    if (takes === undefined) return;
    for (let at = 0; at + HEAD_BYTES <= bytes.length; ) {
      const end = at + HEAD_BYTES + bytes.readUInt16BE(at + 4);
      if (end > bytes.length) return;
      takes.get(bytes.readUInt32BE(at))?.(bytes.subarray(at + HEAD_BYTES, end));
      at = end;
    }
  }
}

/** Rejects with the system's error. */
export const openParcels = (): Promise<Parcels> =>
  new Promise((settle, reject) => {
    // An address is one already: dgram would ask the resolver, and send a turn later.
    const socket = createSocket({ type: 'udp4', lookup: (host, _options, found) => found(null, host, 4) });
    socket.once('error', reject);
    socket.bind({ address: LOOPBACK, port: 0, exclusive: true }, () => {
      // "Port unreachable" of a peer that has just ended.
      socket.off('error', reject).on('error', () => undefined);
      try {
        socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
      } catch {
        // Enough for a shorter stall.
      }
      settle(new UdpParcels(socket));
    });
  });
