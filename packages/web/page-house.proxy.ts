import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Plugin } from 'vite';
import { pageHouse } from './page-house.setup.ts';

const here = '127.0.0.1';
const agent = new Agent({ keepAlive: true });

/** The house's own paths, and those of its door for tests. */
const portOf = (path = ''): number | null => {
  if (/^\/(api\/|frontWsServer)/.test(path)) return pageHouse()?.house ?? null;
  return path.startsWith('/__house/') ? (pageHouse()?.door ?? null) : null;
};

const pass = (port: number, asked: IncomingMessage, answer: ServerResponse): void => {
  const { method, url, headers } = asked;
  const passed = request({ host: here, port, path: url, method, headers, agent }, found => {
    answer.writeHead(found.statusCode ?? 502, found.headers);
    found.pipe(answer);
  });
  passed.once('error', () => answer.destroy());
  answer.once('close', () => passed.destroy());
  asked.pipe(passed);
};

const passSocket = (port: number, asked: IncomingMessage, socket: Socket, head: Buffer): void => {
  const { rawHeaders } = asked;
  const headers = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}`] : []));
  const passed = connect(port, here, () => {
    passed.write(`${[`GET ${asked.url} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`);
    passed.write(head);
    passed.pipe(socket).pipe(passed);
  });
  for (const [one, other] of [
    [passed, socket],
    [socket, passed],
  ] as const)
    one.on('error', () => other.destroy()).once('close', () => other.destroy());
};

/** Passes what pages ask of their server on to the house of the page tests: to them the two are one. */
export const pageHouseProxy = (): Plugin => ({
  name: 'page-house',
  configureServer: ({ middlewares, httpServer }) => {
    middlewares.use((asked, answer, next) => {
      const port = portOf(asked.url);
      if (port === null) next();
      else pass(port, asked, answer);
    });
    httpServer?.on('upgrade', (asked: IncomingMessage, socket: Socket, head: Buffer) => {
      const port = portOf(asked.url);
      if (port !== null) passSocket(port, asked, socket, head);
    });
  },
});
