import { UA } from 'jssip';
import type { IncomingRTCSessionEvent, RTCSessionEvent } from 'jssip/lib/UA';
import type { Phone, PhoneAccount, PhoneNews } from '../port.ts';
import { KeptSocket } from './kept-socket.ts';
import { codeOf } from './leg.ts';
import { createLegs } from './legs.ts';

/** A seat is missed soon when its computer is gone; its socket says so before. */
const registerForS = 120;
/** Seconds between tries to connect. */
const [soonestS, latestS] = [1, 4];
const registerAgainMs = 2_000;
/** The server's ring time ends a call that nobody answers. */
const ringForS = 120;
/** What the registrar says to a secret that does not hold. */
const refused: readonly number[] = [401, 403, 404, 407];

/**
 * What was typed is the user part whole, for the server to judge: JsSIP would take a % for its own, and an @ for a domain's.
 * Escaped twice: JsSIP reads it once as it parses and once more as it writes.
 */
const addressOf = (to: string, domain: string): string => `sip:${encodeURIComponent(encodeURIComponent(to))}@${domain}`;

const userAgentOf = ({ account, domain, secret: password }: PhoneAccount, socket: KeptSocket): UA =>
  new UA({
    ...{ sockets: [socket], uri: `sip:${account}@${domain}`, password, user_agent: 'Lianxian', session_timers: false },
    ...{ register: true, register_expires: registerForS, no_answer_timeout: ringForS },
    ...{ connection_recovery_min_interval: soonestS, connection_recovery_max_interval: latestS },
  });

/** The seat's telephone in this page: SIP over WebSocket by JsSIP, A-law end to end. */
export const createSipPhone = (): Phone => {
  const listeners = new Set<(news: PhoneNews) => void>();
  const tell = (news: PhoneNews): void => {
    for (const listener of listeners) listener(news);
  };
  const { came, leave, reachBy, dial, ...legs } = createLegs(tell);
  let ua: UA | null = null;
  let socket: KeptSocket | null = null;
  let domain = '';
  let again: ReturnType<typeof setTimeout> | undefined;

  const stop = (quietly: boolean): void => {
    clearTimeout(again);
    const closing = ua;
    ua = null;
    leave(quietly);
    if (quietly) socket?.fallSilent();
    closing?.stop();
  };
  const failed = (started: UA, code: number, because: string): void => {
    if (refused.includes(code)) {
      // A call that lives is the server's to bring back, here with another secret or on the device that has the seat now.
      stop(true);
      tell({ type: 'refused', because });
      return;
    }
    tell({ type: 'lost', because });
    clearTimeout(again);
    again = setTimeout(() => ua === started && started.isConnected() && started.register(), registerAgainMs);
  };

  return {
    ...legs,
    register: account => {
      stop(true);
      domain = account.domain;
      reachBy(account.stun === null ? [] : [{ urls: account.stun }]);
      socket = new KeptSocket(account.url);
      const started = userAgentOf(account, socket);
      ua = started;
      started.on('registered', () => ua === started && tell({ type: 'registered' }));
      started.on('disconnected', () => ua === started && tell({ type: 'lost', because: 'socket' }));
      started.on('registrationFailed', ({ response, cause }) => {
        const code = codeOf(response);
        if (ua === started) failed(started, code, String(cause ?? code));
      });
      started.on('newRTCSession', (event: RTCSessionEvent) => {
        if ((event.originator as string) === 'remote') came(event as IncomingRTCSessionEvent);
      });
      started.start();
    },
    unregister: stop,
    dial: (to, headers) => {
      if (ua !== null)
        dial(
          ua,
          addressOf(to, domain),
          headers.map(({ name, value }) => `${name}: ${value}`),
        );
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
