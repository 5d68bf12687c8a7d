import type { RemoteInfo, Socket } from 'node:dgram';
import type { Instant } from '@lianxian/core/kit';
import type { Address } from '../net/address.ts';
import { bind, bindAny, bindPair } from './bind.ts';
import { createSourceLock, type PacketName, type SourceLock } from './source-lock.ts';

/**
 * One UDP port of a leg, and where there is RTCP the odd port above it. Whom it hears is the source lock's to say; once
 * that is final the socket is connected, so that the kernel drops strangers. RTCP is heard from the host of the sound
 * alone and answered where it came from; on the port of the sound itself it is heard too (RFC 5761).
 */
export interface MediaSocket {
  readonly port: number;
  /** Its number, where many legs share the port. */
  readonly leg?: number;
  /**
   * `control`: where RTCP goes; absent: the port above. The address of the sound itself: on the same port. `near`: hosts in
   * whose net the far end may be as well.
   */
  readonly aim: (remote: Address, control?: Address, near?: readonly string[]) => void;
  /** The packet is copied to the kernel at once or queued; the buffer may be reused for the next frame. */
  readonly send: (packet: Uint8Array) => void;
  /** How many looked like sound and came from where none may come, before anybody was heard for good. */
  readonly refused: () => number;
  /** RTCP; nothing where the socket was opened without. */
  readonly sendControl: (packet: Uint8Array) => void;
  /** The far end has been silent for long: it may come from elsewhere now. */
  readonly seek: () => void;
  readonly close: () => void;
}

export interface MediaTakes {
  /** Is it a valid packet of this stream? */
  readonly packet: (bytes: Uint8Array) => boolean;
  /** The same of RTCP; absent: there is none. */
  readonly control?: (bytes: Uint8Array) => boolean;
}

/** Binds `host:port` (port 0: any). Rejects with the system's error. */
export const openMediaSocket = async (
  host: string,
  port: number,
  now: () => Instant,
  takes: MediaTakes,
): Promise<MediaSocket> => {
  const { control } = takes;
  if (!control) return new LockedSocket(await (port === 0 ? bindAny(host, bind) : bind(host, port)), null, now, takes);
  const { rtp, rtcp } = await (port === 0 ? bindAny(host, bindPair) : bindPair(host, port));
  return new LockedSocket(rtp, rtcp, now, takes);
};

/** dgram has no question for it but this one, which throws. */
const isConnected = (socket: Socket): boolean => {
  try {
    return socket.remoteAddress().port > 0;
  } catch {
    return false;
  }
};

const addressOf = ({ address, port }: RemoteInfo): Address => ({ host: address, port });

/** RFC 5761 §4: payload types 64–95 are never used where RTCP may come on the same port. */
export const isControl = (bytes: Uint8Array): boolean => bytes.length > 1 && bytes[1]! >= 192 && bytes[1]! <= 223;

class LockedSocket implements MediaSocket {
  readonly port: number;
  readonly #socket: Socket;
  readonly #rtcp: Socket | null;
  readonly #now: () => Instant;
  readonly #takes: MediaTakes;
  readonly #lock = createSourceLock();
  readonly #control: ReturnType<typeof createControl>;
  #connected = false;
  #refused = 0;
  #open = true;

  constructor(socket: Socket, rtcp: Socket | null, now: () => Instant, takes: MediaTakes) {
    this.port = socket.address().port;
    this.#socket = socket;
    this.#rtcp = rtcp;
    this.#now = now;
    this.#takes = takes;
    this.#control = createControl(socket, rtcp, this.#lock);
    socket.on('message', (bytes, from) => {
      // What a connected socket gives us is its source's: no more to ask, at fifty packets a second.
      if (!this.#connected) this.#hear(bytes, from);
      else if (isControl(bytes)) takes.control?.(bytes);
      else takes.packet(bytes);
    });
    rtcp?.on('message', (bytes, from) => {
      if (this.#lock.knowsHost(from.address) && takes.control?.(bytes)) this.#control.answerTo(addressOf(from));
    });
  }

  aim(remote: Address, controlAddress?: Address, near?: readonly string[]): void {
    if (this.#lock.aim(remote, near) === 'moved') this.#disconnect();
    this.#control.aim(remote, controlAddress ?? null);
  }

  send(packet: Uint8Array): void {
    if (!this.#open) return;
    if (this.#connected) {
      this.#socket.send(packet);
      return;
    }
    const to = this.#lock.target();
    if (to) this.#socket.send(packet, to.port, to.host);
  }

  refused(): number {
    return this.#refused;
  }

  sendControl(packet: Uint8Array): void {
    if (this.#open) this.#control.send(packet, this.#connected);
  }

  seek(): void {
    if (this.#lock.seek()) this.#disconnect();
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#socket.close();
    this.#rtcp?.close();
  }

  #disconnect(): void {
    if (this.#connected) this.#socket.disconnect();
    this.#connected = false;
  }

  #connect(from: RemoteInfo): void {
    // At once, since the source is an address; if the system refuses, the lock holds without the kernel's help.
    this.#socket.connect(from.port, from.address);
    this.#connected = isConnected(this.#socket);
  }

  #hear(bytes: Uint8Array, from: RemoteInfo): void {
    const source = addressOf(from);
    if (isControl(bytes)) {
      if (this.#lock.knowsHost(source.host)) this.#takes.control?.(bytes);
      return;
    }
    const at = this.#now();
    const name = nameOf(bytes);
    if (name === null) return;
    if (!this.#lock.admits(source, name, at)) {
      // Before anybody was named none is in the wrong place.
      if (this.#lock.target() !== null) this.#refused += 1;
      return;
    }
    if (this.#takes.packet(bytes) && this.#open && this.#lock.heard(source, at) === 'locked') this.#connect(from);
  }
}

/** Sequence number and source of what looks like RTP, encrypted or not (RFC 3550 §5.1); null: it is none. */
const nameOf = (bytes: Uint8Array): PacketName | null => {
  if (bytes.length < RTP_HEADER_BYTES || bytes[0]! >> 6 !== 2) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { sequence: view.getUint16(2), ssrc: view.getUint32(8) };
};
const RTP_HEADER_BYTES = 12;

/** Where RTCP goes: where it last came from, else where the SDP said, else the port above the sound's. */
const createControl = (socket: Socket, rtcp: Socket | null, lock: SourceLock) => {
  let said: Address | null = null;
  let seen: Address | null = null;
  let muxed = false;

  const target = (): Address | null => {
    const sound = lock.target();
    if (!sound) return null;
    return seen ?? said ?? (sound.port < 65_535 ? { host: sound.host, port: sound.port + 1 } : null);
  };

  return {
    aim: (remote: Address, controlAddress: Address | null): void => {
      if (said?.port !== controlAddress?.port || said?.host !== controlAddress?.host) seen = null;
      said = controlAddress;
      muxed = said !== null && said.port === remote.port && said.host === remote.host;
    },
    answerTo: (from: Address): void => {
      seen = from;
    },
    send: (packet: Uint8Array, connected: boolean): void => {
      if (!rtcp) return;
      const to = muxed ? lock.target() : target();
      if (muxed && connected) socket.send(packet);
      else if (to) (muxed ? socket : rtcp).send(packet, to.port, to.host);
    },
  };
};
