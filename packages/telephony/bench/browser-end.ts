import { Audio, PeerConnection, type Track } from 'node-datachannel';

/** The sound of one browser, as a far end: ICE, DTLS and SRTP by the native library, A-law; what it hears is counted. */
export interface BrowserEnd {
  /** For the other side: our offer, or our answer to theirs. */
  readonly sdp: string;
  /** The other side's answer to our offer. */
  readonly answer: (sdp: string) => void;
  /** Rejects where no way is found in time. */
  readonly connected: Promise<void>;
  /** A whole RTP packet; nothing while there is no way yet. */
  readonly speak: (packet: Buffer) => void;
  readonly heard: () => number;
  readonly close: () => void;
}

const LOOPBACK = '127.0.0.1';
const CONNECT_LIMIT_MS = 15_000;

/**
 * DTLS is begun by the other side: what this end sent before the other has found its way were lost, and its library says it
 * again after a second (a browser after 50 ms).
 */
const theyBegin = (offer: string): string => offer.replace('a=setup:actpass', 'a=setup:active');

/** Offers; with `offer` it answers that one. */
export const openBrowserEnd = async (offer?: string): Promise<BrowserEnd> => {
  const connection = new PeerConnection('browser', { iceServers: [], bindAddress: LOOPBACK });
  let track: Track | null = null;
  let isOpen = false;
  let heard = 0;
  const take = (taken: Track): void => {
    track = taken;
    taken.onOpen(() => {
      isOpen = true;
    });
    taken.onClosed(() => {
      isOpen = false;
    });
    taken.onMessage(() => {
      heard += 1;
    });
  };
  connection.onTrack(take);
  const gathered = new Promise<void>(settle =>
    connection.onGatheringStateChange(state => state === 'complete' && settle()),
  );
  const connected = new Promise<void>((settle, reject) => {
    setTimeout(() => reject(new Error('a browser found no way')), CONNECT_LIMIT_MS).unref();
    connection.onStateChange(state => {
      if (state === 'connected') settle();
      else if (state === 'failed' || state === 'closed') reject(new Error(`a browser's way is ${state}`));
    });
  });
  connected.catch(() => undefined);
  if (offer === undefined) {
    const sound = new Audio('0', 'SendRecv');
    sound.addAudioCodec(8, 'PCMA');
    take(connection.addTrack(sound));
    connection.setLocalDescription('offer');
  } else connection.setRemoteDescription(theyBegin(offer), 'offer');
  await gathered;
  return {
    sdp: connection.localDescription()?.sdp ?? '',
    answer: sdp => connection.setRemoteDescription(sdp, 'answer'),
    connected,
    speak: packet => {
      if (isOpen) track?.sendMessageBinary(packet);
    },
    heard: () => heard,
    close: () => {
      isOpen = false;
      connection.close();
    },
  };
};
