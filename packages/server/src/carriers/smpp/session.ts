/// <reference path="./library.d.ts" />
import type { SmppProvider } from '@lianxian/contract';
import { connect, PDU, type Pdu, type Session } from 'smpp';
import { type EgressGuard, NotAllowed } from '../../platform/egress-guard.ts';

/**
 * One bound connection (SMPP 3.4). What is asked over it is answered in time, or the connection is taken for lost: whoever waits is
 * told so at once, and nobody waits for what is gone.
 */
export interface Bound {
  /** Null: no answer; nobody knows whether it was taken. `undefined`: it never left. */
  readonly submit: (fields: object) => Promise<Pdu | null | undefined>;
  readonly close: () => Promise<void>;
}

export class BindRefused extends Error {
  override readonly name = 'BindRefused';
}

interface Listening {
  /** Nobody wants it any more: what is still being bound is dropped. */
  readonly ending: AbortSignal;
  readonly onDelivered: (pdu: Pdu) => Promise<boolean>;
  readonly onClosed: () => void;
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 10_000;
const ASK_EVERY_MS = 30_000;
const UNBIND_MS = 2_000;
/** The longest that a message may be, with its fields; more is no message. */
const MOST_PDU_BYTES = 16_384;
const [SYSTEM_ERROR, VERSION] = [0x08, 0x34];
PDU.maxLength = MOST_PDU_BYTES;

type Ask = (send: (answered: (pdu: Pdu) => void) => boolean) => Promise<Pdu | null | undefined>;

/** Asks with a limit; all that wait are answered null when the connection goes. */
const openAsking = (session: Session) => {
  const waiting = new Set<(pdu: Pdu | null) => void>();
  const ask: Ask = send =>
    new Promise(resolve => {
      const settle = (pdu: Pdu | null | undefined): void => {
        clearTimeout(limit);
        waiting.delete(settle);
        resolve(pdu);
      };
      const limit = setTimeout(() => {
        settle(null);
        session.destroy();
      }, ANSWER_MS);
      waiting.add(settle);
      if (!send(settle)) settle(undefined);
    });
  const giveUp = (): void => {
    for (const settle of [...waiting]) settle(null);
  };
  return { ask, giveUp };
};

const connected = async (session: Session, isTls: boolean): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const limit = setTimeout(() => reject(new Error('no connection in time')), CONNECT_MS);
  session.once(isTls ? 'secureConnect' : 'connect', resolve);
  session.once('close', () => reject(new Error('the connection closed')));
  session.once('error', reject);
  try {
    await promise;
  } finally {
    clearTimeout(limit);
  }
};

/** @throws {NotAllowed} @throws {BindRefused} @throws the system's error. */
export const bindTo = async (
  settings: SmppProvider,
  password: string,
  egress: EgressGuard,
  { ending, onDelivered, onClosed }: Listening,
): Promise<Bound> => {
  const { host, port, tls } = settings;
  const { lookup } = await egress.checkHost(host, AbortSignal.any([ending, AbortSignal.timeout(CONNECT_MS)]));
  const session = connect({ host, port, tls, lookup, ...(tls && { servername: host }) });
  // An error is followed by the end of the connection, which is what counts.
  session.on('error', () => session.destroy());
  const { ask, giveUp } = openAsking(session);
  session.once('close', giveUp);
  const drop = (): void => session.destroy();
  ending.addEventListener('abort', drop);
  try {
    ending.throwIfAborted();
    await connected(session, tls);
    const bound = await ask(answered =>
      session.bind_transceiver(
        {
          system_id: settings.systemId,
          password,
          system_type: settings.systemType,
          interface_version: VERSION,
        },
        answered,
      ),
    );
    if (bound && bound.command_status !== 0) throw new BindRefused(`0x${bound.command_status.toString(16)}`);
    if (!bound) throw new Error('no answer to the bind');
  } catch (error) {
    session.destroy();
    throw error;
  } finally {
    ending.removeEventListener('abort', drop);
  }
  const asking = setInterval(() => void ask(answered => session.enquire_link(answered)), ASK_EVERY_MS);
  session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
  session.on('unbind', (pdu: Pdu) => {
    session.send(pdu.response());
    session.destroy();
  });
  session.on('deliver_sm', (pdu: Pdu) => {
    void onDelivered(pdu).then(isKept => session.send(pdu.response(isKept ? {} : { command_status: SYSTEM_ERROR })));
  });
  session.once('close', () => {
    clearInterval(asking);
    onClosed();
  });
  return {
    submit: fields => ask(answered => session.submit_sm(fields, answered)),
    close: async () => {
      const limit = setTimeout(() => session.destroy(), UNBIND_MS);
      await ask(answered => session.unbind(answered));
      clearTimeout(limit);
      session.destroy();
    },
  };
};

export const isNotAllowed = (error: unknown): boolean => error instanceof NotAllowed;
