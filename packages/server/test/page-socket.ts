import { WebSocket } from 'ws';

/** A page's socket in tests: what came so far, the next message, how it was closed. */
export interface PageSocket {
  readonly socket: WebSocket;
  readonly closed: Promise<number>;
  readonly ready: Promise<void>;
  readonly say: (message: unknown) => void;
  readonly next: () => Promise<unknown>;
  /** What came and was not asked for yet. */
  readonly came: readonly unknown[];
}

/** Opens sockets of pages on a house's origin; `closeAll` cuts those that are still open. */
export const openPages = () => {
  const opened: WebSocket[] = [];
  return {
    closeAll: () => {
      for (const socket of opened) socket.terminate();
    },
    /** `after`: as a page of ours opens it; left out, as an old client does. */
    connect: (origin: string, token: string, after?: string, language?: string): PageSocket => {
      const query = new URLSearchParams({
        token,
        ...(after !== undefined && { after }),
        ...(language && { language }),
      });
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/frontWsServer?${query}`);
      opened.push(socket);
      const waiting: ((message: unknown) => void)[] = [];
      const came: unknown[] = [];
      socket.on('message', data => {
        const message = JSON.parse(String(data));
        const next = waiting.shift();
        if (next) next(message);
        else came.push(message);
      });
      const ready = new Promise<void>((resolve, reject) => {
        socket.once('open', resolve);
        socket.once('error', reject);
      });
      ready.catch(() => undefined);
      return {
        socket,
        closed: new Promise<number>(resolve => socket.once('close', code => resolve(code))),
        ready,
        came,
        say: message => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
        next: () => (came.length > 0 ? Promise.resolve(came.shift()) : new Promise(resolve => waiting.push(resolve))),
      };
    },
  };
};
