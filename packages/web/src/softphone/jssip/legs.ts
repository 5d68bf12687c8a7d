import type { UA } from 'jssip';
import type { EndEvent, RTCSessionEventMap } from 'jssip/lib/RTCSession';
import type { IncomingRTCSessionEvent } from 'jssip/lib/UA';
import { createSounds } from '../media.ts';
import { type CallKind, callKinds, type Phone, type PhoneNews } from '../port.ts';
import { becauseOf, codeOf, drop, handlersOf, headerOf, type Leg, newLeg } from './leg.ts';
import { createMicrophones } from './microphones.ts';

/** The server has put the new leg in the old one's place by then. */
const oldLegMs = 4_000;

const kindOf = (said: string | null): CallKind => callKinds.find(kind => kind === said) ?? 'handover';

/** Its place is taken: its end ends nothing. */
const replace = (old: Leg): void => {
  drop(old);
  old.connection?.close();
  setTimeout(() => {
    if (old.session && !old.session.isEnded()) old.session.terminate();
  }, oldLegMs);
};

const newsOfEnd = (one: Leg, { originator, message }: EndEvent): PhoneNews => {
  const by = (originator as string) === 'local' ? 'me' : 'peer';
  // The server rang while the computer slept, and gave up, or there is no microphone yet: the call is where it was.
  if (one.resumes && !one.isAnswered) return { type: 'away' };
  return { type: 'ended', by, because: becauseOf(message), code: codeOf(message) };
};

const newsOfRinging = (
  { session, request }: Pick<IncomingRTCSessionEvent, 'session' | 'request'>,
  resumes: boolean,
): PhoneNews => {
  const { uri, display_name } = session.remote_identity;
  const kind = resumes ? 'resume' : kindOf(headerOf(request, 'X-Call-Kind'));
  const [from, name] = [uri.user ?? '', display_name || null];
  return { type: 'rang', callId: headerOf(request, 'X-Log-Id'), kind, from, name };
};

interface Legs
  extends Pick<Phone, 'answer' | 'hangUp' | 'forget' | 'sendKeys' | 'mute' | 'takeDevices' | 'levels' | 'quality'> {
  readonly dial: (ua: UA, to: string, headers: readonly string[]) => void;
  readonly came: (event: IncomingRTCSessionEvent) => void;
  /** Ends the call, or lets go of it without a word. */
  readonly leave: (quietly: boolean) => void;
  readonly reachBy: (servers: RTCIceServer[]) => void;
}

/**
 * The one call of a telephone and its leg. A leg is never mended in place: where its path breaks the server opens a new
 * one (`X-Resume`), which takes the old one's place when it is answered; the old one is let go of quietly. So the session's
 * own hang-up when ICE fails is kept from it: it would end the customer's call.
 */
export const createLegs = (tell: (news: PhoneNews) => void): Legs => {
  const sounds = createSounds();
  let leg: Leg | null = null;
  let iceServers: RTCIceServer[] = [];
  const microphones = createMicrophones(tell, sounds);

  const onEnd = (one: Leg, end: EndEvent): void => {
    if (one.isOver) return;
    drop(one);
    if (leg !== one) return;
    leg = null;
    sounds.stop();
    const news = newsOfEnd(one, end);
    if (news.type === 'ended') microphones.mute(null, false);
    tell(news);
  };
  const hears = { tell, onEnd, isCurrent: (one: Leg) => leg === one, onSound: sounds.theirs };

  const giveUp = (one: Leg): void => {
    if (one.isOver) return;
    const { session } = one;
    if (session && !session.isEnded()) session.terminate();
    // Before there is a session, nobody else says that it is over.
    if (leg === one && session === null) onEnd(one, { originator: 'local' } as unknown as EndEvent);
  };
  const letGoOf = (one: Leg): void => {
    leg = null;
    replace(one);
    sounds.stop();
  };

  return {
    came: ({ session, request }) => {
      const resumes = headerOf(request, 'X-Resume') === '1';
      if (leg !== null && !resumes) return session.terminate({ status_code: 486 });
      if (leg !== null) replace(leg);
      const one = newLeg('in', resumes);
      one.session = session;
      leg = one;
      for (const [name, handler] of Object.entries(handlersOf(one, hears)))
        session.on(name as keyof RTCSessionEventMap, handler as never);
      tell(newsOfRinging({ session, request }, resumes));
    },
    dial: (ua, to, extraHeaders) => {
      if (leg !== null) return;
      const one = newLeg('out');
      leg = one;
      void microphones.openFor(one).then(mediaStream => {
        if (mediaStream === null) return giveUp(one);
        const eventHandlers = handlersOf(one, hears);
        one.session = ua.call(to, {
          mediaStream,
          pcConfig: { iceServers },
          extraHeaders: [...extraHeaders],
          eventHandlers,
        });
        microphones.measure(mediaStream);
      });
    },
    answer: () => {
      const one = leg;
      if (one?.direction !== 'in' || one.isAnswering) return;
      one.isAnswering = true;
      void microphones.openFor(one).then(mediaStream => {
        if (mediaStream === null) giveUp(one);
        else if (one.session?.isInProgress()) {
          one.session.answer({ mediaStream, pcConfig: { iceServers } });
          microphones.measure(mediaStream);
        }
      });
    },
    hangUp: () => leg !== null && giveUp(leg),
    leave: quietly => {
      const one = leg;
      if (one === null) return;
      if (quietly) letGoOf(one);
      else giveUp(one);
    },
    forget: () => {
      microphones.mute(null, false);
      if (leg !== null) letGoOf(leg);
    },
    sendKeys: keys => {
      if (leg?.session?.isEstablished()) leg.session.sendDTMF(keys, { transportType: 'RFC2833' as never });
    },
    mute: isMuted => microphones.mute(leg, isMuted),
    takeDevices: devices => microphones.take(leg, devices),
    levels: sounds.levels,
    quality: async () => (leg?.connection ? leg.quality(leg.connection) : null),
    reachBy: servers => {
      iceServers = servers;
    },
  };
};
