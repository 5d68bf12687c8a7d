import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to the database that can lose the answer to a commit: what was committed stands, and who asked hears that it broke. */
interface LossyRelay {
  /** The database's address by this way. */
  readonly url: string;
  /** Of the next transaction in which these words are said the answer to its commit is lost. Resolves when it is. */
  readonly loseCommitOf: (words: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const openLossyRelay = async (databaseUrl: string): Promise<LossyRelay> => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let wanted: { readonly words: string; readonly isLost: () => void } | null = null;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer(near => {
    const far = keep(connect(Number(target.port || 5432), target.hostname));
    keep(near).on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    let isMeant = false;
    let lost: (() => void) | null = null;
    near.on('data', (bytes: Buffer) => {
      if (wanted !== null && bytes.includes(wanted.words)) isMeant = true;
      if (isMeant && wanted !== null && /^Q....commit\0$/is.test(bytes.toString('latin1'))) {
        lost = wanted.isLost;
        wanted = null;
      }
      far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (lost === null) return void near.write(bytes);
      lost();
      near.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    loseCommitOf: words =>
      new Promise(resolve => {
        wanted = { words, isLost: resolve };
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
