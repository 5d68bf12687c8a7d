import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to the database that can swallow everything: no reset, no end, no answer. */
export interface SilentRelay {
  /** The database's address by this way. */
  readonly url: string;
  readonly silence: () => void;
  /** New connections go through again; those that were silenced stay so, as behind a firewall that forgot them. */
  readonly speak: () => void;
  /** Connections over which something was said into the silence. */
  readonly unanswered: () => number;
  readonly close: () => Promise<void>;
}

export const openSilentRelay = async (databaseUrl: string): Promise<SilentRelay> => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const unanswered = new Set<Socket>();
  const nears = new Set<Socket>();
  let isSilent = false;
  const swallow = (near: Socket): void => void near.on('data', () => unanswered.add(near)).resume();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer(near => {
    keep(near);
    // Whoever connects now is accepted and hears nothing.
    if (isSilent) {
      swallow(near);
      return;
    }
    nears.add(near.on('close', () => nears.delete(near)));
    const far = keep(connect(Number(target.port || 5432), target.hostname));
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
      for (const near of nears) swallow(near);
    },
    speak: () => {
      isSilent = false;
    },
    unanswered: () => unanswered.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
