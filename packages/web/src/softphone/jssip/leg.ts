import type { EndEvent, OutgoingEvent, RTCSession, RTCSessionEventMap } from 'jssip/lib/RTCSession';
import { letGo } from '../media.ts';
import type { PhoneNews } from '../port.ts';
import { createQualityReader } from '../quality.ts';
import { onlyPcma } from './pcma.ts';

/** One leg: what JsSIP calls a session, before it is made and after. */
export interface Leg {
  session: RTCSession | null;
  readonly direction: 'in' | 'out';
  /** Is to take the place of a leg that was lost. */
  readonly resumes: boolean;
  isAnswered: boolean;
  /** Its microphone is asked for: it is answered once. */
  isAnswering: boolean;
  stream: MediaStream | null;
  connection: RTCPeerConnection | null;
  /** We have let go of it: what it still says is nobody's. */
  isOver: boolean;
  readonly quality: ReturnType<typeof createQualityReader>;
}

export const newLeg = (direction: Leg['direction'], resumes = false): Leg => ({
  ...{
    session: null,
    direction,
    resumes,
    isAnswered: false,
    isAnswering: false,
    stream: null,
    connection: null,
    isOver: false,
  },
  quality: createQualityReader(),
});

export const drop = (gone: Leg): void => {
  gone.isOver = true;
  letGo(gone.stream);
};

interface Message {
  readonly status_code?: number;
  getHeader?(name: string): string | undefined;
}
export const headerOf = (message: unknown, name: string): string | null =>
  (message as Message)?.getHeader?.(name) ?? null;
export const codeOf = (message: unknown): number => (message as Message | null)?.status_code ?? 0;

/** A refusal's key; of who rang and rings no more, that another telephone was answered (RFC 3326). */
export const becauseOf = (message: unknown): string | null =>
  headerOf(message, 'X-Because') ??
  (/^SIP *; *cause=200\b/.test(headerOf(message, 'Reason') ?? '') ? 'elsewhere' : null);

/** Who hears a leg: as long as it is the call's, what it says is said. */
interface LegHears {
  readonly isCurrent: (one: Leg) => boolean;
  readonly tell: (news: PhoneNews) => void;
  readonly onSound: (stream: MediaStream) => void;
  readonly onEnd: (one: Leg, end: EndEvent) => void;
}

const watchConnection = (one: Leg, connection: RTCPeerConnection, { isCurrent, tell, onSound }: LegHears): void => {
  one.connection = connection;
  connection.addEventListener('track', ({ streams, track }) => {
    if (isCurrent(one)) onSound(streams[0] ?? new MediaStream([track]));
  });
  // Heard before JsSIP's own listener, which would hang up.
  connection.addEventListener(
    'iceconnectionstatechange',
    event => {
      const state = connection.iceConnectionState;
      if (state === 'failed') event.stopImmediatePropagation();
      if (isCurrent(one) && (state === 'failed' || state === 'disconnected')) tell({ type: 'away' });
      if (isCurrent(one) && state === 'connected') tell({ type: 'heard' });
    },
    { capture: true },
  );
};

export const handlersOf = (one: Leg, hears: LegHears): Partial<RTCSessionEventMap> => ({
  peerconnection: ({ peerconnection }) => watchConnection(one, peerconnection, hears),
  // No trickle: with the first address of ours the server has enough, it learns the rest from our packets.
  icecandidate: ({ ready }) => ready(),
  sdp: event => {
    if ((event.originator as string) === 'local' && event.type === 'offer') event.sdp = onlyPcma(event.sdp);
  },
  sending: () => {
    if (hears.isCurrent(one)) hears.tell({ type: 'sent' });
  },
  progress: (event: unknown) => {
    const { originator, response } = event as Omit<OutgoingEvent, 'originator'> & { originator: string };
    if (!hears.isCurrent(one) || originator !== 'remote') return;
    const [callId, warning] = [headerOf(response, 'X-Log-Id'), headerOf(response, 'X-Warning')];
    hears.tell({ type: 'progress', callId, warning });
  },
  accepted: (event: unknown) => {
    const { response } = event as Partial<OutgoingEvent>;
    one.isAnswered = true;
    if (hears.isCurrent(one)) hears.tell({ type: 'answered', callId: headerOf(response, 'X-Log-Id') });
  },
  ended: event => hears.onEnd(one, event),
  failed: event => hears.onEnd(one, event),
});
