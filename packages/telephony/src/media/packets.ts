import type { RemoteMedia } from '../sdp/media.ts';
import { readSdesKey, type SdesKey } from '../srtp/keys.ts';
import { createSrtcpReceiver, createSrtcpSender } from '../srtp/srtcp.ts';
import { createSrtpReceiver, createSrtpSender } from '../srtp/srtp.ts';
import type { MediaSocket } from './socket.ts';

/**
 * Between a leg and its socket: in the clear, or by SRTP with the keys of SDES. A leg that has a key of its own never says
 * or hears anything in the clear: while the far end's key is missing, or is none, it is mute and deaf. Our key stays for
 * the leg; the far end may change its own with an offer, and one that stays the same keeps its place in the stream.
 */
export interface Packets {
  readonly use: (audio: RemoteMedia['audio']) => void;
  readonly send: (packet: Uint8Array) => void;
  readonly sendControl: (packet: Uint8Array) => void;
  /** What came, in the clear; null where it is not genuine. */
  readonly open: (bytes: Uint8Array) => Uint8Array | null;
  readonly openControl: (bytes: Uint8Array) => Uint8Array | null;
  /** Is what leaves and comes encrypted? */
  readonly isEncrypted: () => boolean;
}

interface TheirSide {
  readonly key: SdesKey;
  readonly receiver: ReturnType<typeof createSrtpReceiver>;
  readonly controlReceiver: ReturnType<typeof createSrtcpReceiver>;
}

export const createPackets = (socket: MediaSocket, ours: SdesKey | null): Packets => {
  if (ours === null) return clearPackets(socket);
  const master = readSdesKey(ours);
  if (master === null) throw new Error('a key of our own that is none');
  const sender = createSrtpSender(master, ours.suite);
  const controlSender = createSrtcpSender(master);
  let theirs: TheirSide | null = null;

  const use = (key: SdesKey | undefined): void => {
    if (key && theirs?.key.inline === key.inline && theirs.key.suite === key.suite) return;
    const remote = key ? readSdesKey(key) : null;
    theirs = null;
    if (!key || !remote) return;
    // The suite is the one that both agreed on (RFC 4568 §5.1.2).
    sender.use(key.suite);
    theirs = {
      key,
      receiver: createSrtpReceiver(remote, key.suite),
      controlReceiver: createSrtcpReceiver(remote),
    };
  };

  return {
    use: audio => use(audio.crypto),
    send: packet => {
      const sealed = theirs && sender.protect(packet);
      if (sealed) socket.send(sealed);
    },
    sendControl: packet => {
      const sealed = theirs && controlSender.protect(packet);
      if (sealed) socket.sendControl(sealed);
    },
    open: bytes => theirs?.receiver.unprotect(bytes) ?? null,
    openControl: bytes => theirs?.controlReceiver.unprotect(bytes) ?? null,
    isEncrypted: () => theirs !== null,
  };
};

const clearPackets = (socket: MediaSocket): Packets => ({
  use: () => {},
  send: packet => socket.send(packet),
  sendControl: packet => socket.sendControl(packet),
  open: bytes => bytes,
  openControl: bytes => bytes,
  isEncrypted: () => false,
});
