import { instant } from '@lianxian/core/kit';
import { Audio, initLogger, PeerConnection } from 'node-datachannel';
import { createAllowance } from '../rtp/allowance.ts';
import { PCMA } from './sdp.ts';

/**
 * Who knocks at the port with rubbish makes the library complain of each packet: so many lines at once, and one in five
 * seconds after that.
 */
const LINES = { perSecond: 0.2, burst: 20 } as const;

/**
 * What the native library has to say of errors. Its ICE writes to stdout, a line a packet, until a first connection has handed
 * it our logger: one is made for that, on loopback, and closed at once.
 */
export const hearNativeErrors = (onLog: (text: string) => void): void => {
  const mayTell = createAllowance(LINES);
  initLogger('Error', (_level, text) => {
    if (mayTell(1, instant(performance.now()))) onLog(text);
  });
  const first = new PeerConnection('first', { iceServers: [], bindAddress: '127.0.0.1' });
  const sound = new Audio('0', 'SendRecv');
  sound.addAudioCodec(PCMA, 'PCMA');
  first.addTrack(sound);
  first.setLocalDescription('offer');
  first.close();
};
