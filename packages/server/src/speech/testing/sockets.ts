import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A server on a free port of 127.0.0.1, for one test. */
export interface LocalServer {
  /** `http://127.0.0.1:…` or `ws://127.0.0.1:…`. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

const listening = async (server: Server, scheme: string): Promise<LocalServer> => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
};

export const serveHttp = (
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void,
): Promise<LocalServer> => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', part => parts.push(part));
    request.on('end', () => answer(request, response, Buffer.concat(parts)));
  });
  return listening(server, 'http');
};

export const serveSockets = async (
  serve: (socket: WebSocket, request: IncomingMessage) => void,
  {
    protocol = false,
    mayEnter = () => true,
  }: {
    readonly protocol?: string | false;
    /** Who may not is refused the handshake: 401. */
    readonly mayEnter?: (request: IncomingMessage) => boolean;
  } = {},
): Promise<LocalServer> => {
  const server = createServer();
  const verifyClient = ({ req }: { readonly req: IncomingMessage }) => mayEnter(req);
  const sockets = new WebSocketServer({ server, handleProtocols: () => protocol, verifyClient });
  sockets.on('connection', serve);
  const local = await listening(server, 'ws');
  return {
    ...local,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      await local.close();
    },
  };
};
