import { pause } from '../../ui/pause.ts';
import { NoMicrophone, openMicrophone, readDevices } from '../media.ts';
import type { MicrophoneFault } from '../port.ts';
import { playTone, watchLevel } from '../test-sound.ts';

export const parts = ['microphone', 'speaker', 'network', 'certificate', 'clock'] as const;
export type Part = (typeof parts)[number];

/** What was found: a word of the sheet, its figure, and whether one can work with it. */
export type Found = {
  readonly fine: boolean;
  readonly says:
    | { readonly key: 'microphone' | 'silent' | 'speaker' | 'certificate' | 'local' }
    | { readonly key: 'network' | 'slow'; readonly ms: number }
    | { readonly key: 'clock'; readonly s: number }
    | { readonly key: 'noMicrophone'; readonly fault: MicrophoneFault }
    | { readonly key: 'noSpeaker' | 'noStun' | 'noCertificate' | 'noClock' }
    | { readonly key: 'noNetwork'; readonly port: string }
    | { readonly key: 'clockOff'; readonly s: number };
};

const listenMs = 1_500;
/** A room that nobody speaks in is quieter than this. */
const audible = 0.01;
const connectMs = 5_000;
const gatherMs = 4_000;
const slowMs = 150;
/** Timers of calls and days of lists go by the server's clock; so far off a person is misled. */
const mostOffS = 30;

const microphone = async (): Promise<Found> => {
  try {
    const watched = watchLevel(await openMicrophone(readDevices().microphone));
    let loudest = 0;
    const until = performance.now() + listenMs;
    while (performance.now() < until && loudest < audible) {
      await pause(50);
      loudest = Math.max(loudest, watched.read());
    }
    watched.stop();
    return { fine: true, says: { key: loudest < audible ? 'silent' : 'microphone' } };
  } catch (error) {
    if (!(error instanceof NoMicrophone)) throw error;
    return { fine: false, says: { key: 'noMicrophone', fault: error.fault } };
  }
};

const speaker = async (): Promise<Found> => {
  try {
    await playTone(readDevices().speaker);
    return { fine: true, says: { key: 'speaker' } };
  } catch {
    return { fine: false, says: { key: 'noSpeaker' } };
  }
};

/** Ms there and back on the way that SIP takes; null: it does not get there. */
const pingOf = (url: string): Promise<number | null> =>
  new Promise(done => {
    const socket = new WebSocket(url, 'sip');
    let askedAt = 0;
    const over = (ms: number | null) => {
      clearTimeout(limit);
      done(ms);
      socket.close();
    };
    const limit = setTimeout(() => over(null), connectMs);
    socket.onopen = () => {
      askedAt = performance.now();
      socket.send('\r\n\r\n');
    };
    socket.onmessage = () => over(Math.round(performance.now() - askedAt));
    socket.onerror = () => over(null);
    socket.onclose = () => over(null);
  });

/** Does a binding request to the server get an answer? A browser says only when none came (error 701). */
const hearsStun = async (stun: string): Promise<boolean> => {
  const connection = new RTCPeerConnection({ iceServers: [{ urls: stun }] });
  connection.createDataChannel('check');
  const answered = new Promise<boolean>(done => {
    connection.onicecandidate = ({ candidate }) => {
      if (candidate === null) done(true);
      else if (candidate.type === 'srflx') done(true);
    };
    connection.onicecandidateerror = ({ errorCode }) => {
      if (errorCode === 701) done(false);
    };
    setTimeout(() => done(false), gatherMs);
  });
  await connection.setLocalDescription();
  const isHeard = await answered;
  connection.close();
  return isHeard;
};

const network = async ({ url, stun }: Place): Promise<Found> => {
  const ms = await pingOf(url);
  if (ms === null) return { fine: false, says: { key: 'noNetwork', port: new URL(url).port } };
  if (stun !== null && !(await hearsStun(stun))) return { fine: false, says: { key: 'noStun' } };
  return { fine: true, says: { key: ms > slowMs ? 'slow' : 'network', ms } };
};

const certificate = async (): Promise<Found> => {
  if (location.protocol === 'https:') return { fine: true, says: { key: 'certificate' } };
  if (window.isSecureContext) return { fine: true, says: { key: 'local' } };
  return { fine: false, says: { key: 'noCertificate' } };
};

/** By the answer's own date, whose seconds are cut off. */
const clock = async (): Promise<Found> => {
  const askedAt = Date.now();
  const answer = await fetch(location.origin, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer === null) return { fine: false, says: { key: 'noClock' } };
  const said = Date.parse(answer.headers.get('date') ?? '') + 500;
  const s = Number.isNaN(said) ? 0 : Math.round(Math.abs(said - (askedAt + Date.now()) / 2) / 1000);
  return s > mostOffS ? { fine: false, says: { key: 'clockOff', s } } : { fine: true, says: { key: 'clock', s } };
};

/** Where the seat's telephone registers. */
interface Place {
  readonly url: string;
  readonly stun: string | null;
}

export const checks: Readonly<Record<Part, (place: Place) => Promise<Found>>> = {
  microphone,
  speaker,
  network,
  certificate,
  clock,
};
