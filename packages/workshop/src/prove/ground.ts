import { topicMessage } from '@lianxian/contract';
import { WebSocket } from 'ws';
import { type Api, signIn, until } from '../../journeys/house/api.ts';
import { type House, startHouse } from '../../journeys/house/house.ts';
import { type Carrier, openCarrier } from './carrier.ts';
import { type DirectDatabase, openDirect, openDirectAt } from './database.ts';
import { buildGates } from './gates.ts';
import { openRelay, type Relay } from './relay.ts';

/**
 * A house whose every SIP message to the practice line goes over a relay that outlives it, and who looks at it from
 * outside: its database, its network, what it pushed.
 */
export interface Ground {
  readonly house: House;
  readonly api: Api;
  readonly direct: DirectDatabase;
  readonly relay: Relay;
  readonly saidBy: Carrier['saidBy'];
  /** Calls of which the socket said that their record is there. */
  readonly pushed: ReadonlySet<string>;
  readonly close: () => Promise<number | null>;
}

interface GroundOptions {
  readonly ringMs?: string;
  /** Keeps the callees' voices between grounds. */
  readonly cacheDir?: string;
  /** Whether the carrier tells what its callees say (`saidBy`). */
  readonly tells?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** The database is the one of `settings`, and this a way to it that is not the house's. */
  readonly sharedDatabase?: string;
}

const SOCKET_RETRY_MS = 200;

export const openGround = async ({
  ringMs = '600-900',
  cacheDir,
  tells,
  settings,
  sharedDatabase,
}: GroundOptions = {}): Promise<Ground> => {
  const carrier: Carrier = await openCarrier({ ringMs, ...(cacheDir && { cacheDir }), ...(tells && { tells }) });
  const relay = await openRelay(carrier.port);
  const house = await startHouse({ LOG_LEVEL: 'info', ...settings, PRACTICE: `${relay.port}` }).catch(async error => {
    relay.close();
    await carrier.close();
    throw error;
  });
  const api = await signIn(house);
  const direct = await (sharedDatabase === undefined ? openDirect(house.dataDir) : openDirectAt(sharedDatabase));
  await buildGates(direct);
  const watch = watchRecords(house, api);
  await until('the socket', 10_000, () => (watch.isOpen() ? true : null));
  return {
    house,
    api,
    direct,
    relay,
    saidBy: carrier.saidBy,
    pushed: watch.pushed,
    close: async () => {
      watch.close();
      await direct.close();
      const code = await house.stop();
      relay.close();
      await carrier.close();
      return code;
    },
  };
};

/** What the page would hear; connects again, as the page does, when the socket breaks. */
const watchRecords = (house: House, { token }: Api) => {
  const pushed = new Set<string>();
  let isClosed = false;
  let socket: WebSocket;
  const open = (): void => {
    if (isClosed) return;
    socket = new WebSocket(`${house.url.replace('http', 'ws')}/frontWsServer?token=${encodeURIComponent(token)}`);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', topic: 'calls' })));
    socket.on('message', data => {
      const message = topicMessage.safeParse(JSON.parse(String(data)));
      if (message.success && message.data.type === 'callFiled') pushed.add(message.data.id);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => setTimeout(open, SOCKET_RETRY_MS));
  };
  open();
  return {
    pushed: pushed as ReadonlySet<string>,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => {
      isClosed = true;
      socket.close();
    },
  };
};
