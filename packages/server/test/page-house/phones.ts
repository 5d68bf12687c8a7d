import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import {
  createMediaEngine,
  createMediaHost,
  encodeAlaw,
  type IncomingLeg,
  openExchange,
  type Trunk,
  tone,
} from '@lianxian/telephony';
import { z } from 'zod';
import { REALM } from '../../src/composition/lines.ts';
import { openLog } from '../../src/platform/log.ts';
import { openPushSender } from '../../src/platform/push/index.ts';
import { openSecrets } from '../../src/platform/secrets.ts';
import { noteSeatState, openSeatAccounts, seatAccountOf, seatOfAccount } from '../../src/rooms/seats/index.ts';
import { startWebRtcProcess, type WebRtcProcess } from '../../src/switchboard/webrtc-process.ts';
import { testConfig } from '../open-house.ts';
import { type Actions, action, type Ground, id } from './action.ts';

const HERE = '127.0.0.1';
const HOUSE_HZ = 440;
const LONG_MS = 60_000;
/** As the house beside says it lives. */
const NODE = 'page-house';

const headersWish = z.record(z.string(), z.string()).default({});
const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

interface Leg {
  readonly seat: string;
  readonly incoming: IncomingLeg | null;
  state: string;
}

/** Ports of this machine that nobody has. */
const freePort = (): Promise<number> =>
  new Promise(done => {
    const server = createServer().listen(0, HERE, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });

/** What pages connect to: passes bytes on to the exchange, unless it is shut. */
export const openSeatDoor = async (): Promise<{
  readonly port: number;
  readonly leadTo: (port: number) => void;
  readonly set: (isOpen: boolean) => void;
  readonly close: () => void;
}> => {
  const sockets = new Set<Socket>();
  let target = 0;
  let isOpen = true;
  const server: Server = createServer(page => {
    if (!isOpen || target === 0) return void page.destroy();
    const inside = connect(target, HERE);
    for (const [one, other] of [
      [page, inside],
      [inside, page],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => other.destroy())
        .once('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  await new Promise<void>(done => server.listen(0, HERE, done));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: port => {
      target = port;
    },
    set: open => {
      isOpen = open;
      if (!open) cut();
    },
    close: () => {
      cut();
      server.close();
    },
  };
};
type SeatDoor = Awaited<ReturnType<typeof openSeatDoor>>;

/** The exchange of pages' telephones, with its sound in this process and the browsers' in the gate's own. */
const openPhones = async ({ house, bus }: Ground, door: SeatDoor) => {
  const { db } = house.database;
  const push = openPushSender(db, bus, openLog('silent', 'phones'));
  const [port, stunPort] = await Promise.all([freePort(), freePort()]);
  const gate: WebRtcProcess = startWebRtcProcess({ host: HERE, port, stunPort, onTrouble: () => undefined });
  const engine = createMediaEngine({ ports: null });
  const media = createMediaHost(
    engine,
    { voiceActivity: false },
    () => undefined,
    () => undefined,
  );
  const merchantOf = async (seat: string) =>
    (await db.selectFrom('seatAccount').select('merchantId').where('employeeId', '=', seat).executeTakeFirstOrThrow())
      .merchantId;
  const shows = async (account: string, state: 'idle' | 'offline') => {
    const seat = seatOfAccount(account);
    if (seat === null) return;
    const merchantId = await merchantOf(seat);
    const shown = { merchantId, seat, state, reason: '', since: new Date(), call: null, node: NODE, takes: true };
    await noteSeatState(shown, { db, push });
  };
  const exchange = await openExchange({
    ...{ bind: HERE, port: 0, publicIp: null, media, webRtc: gate, listeners: { ws: { host: HERE, port: 0 } } },
    registrar: {
      realm: REALM,
      accounts: openSeatAccounts(db, openSecrets(testConfig({}).secretKey)),
      bindings: { save: async () => undefined, load: async () => [] },
      onRegistered: account => void shows(account, 'idle'),
      onUnregistered: account => void shows(account, 'offline'),
    },
  });
  door.leadTo(exchange.listening('ws')?.port ?? 0);
  await gate.ready();
  const legs = new Map<string, Leg>();
  const follow = (name: string, seat: string, incoming: IncomingLeg | null) => {
    const leg: Leg = { seat, incoming, state: 'begun' };
    legs.set(name, leg);
    return (signal: { readonly type: string }) => {
      leg.state = signal.type;
      if (signal.type === 'answered') media.leg(name)?.play(1, encodeAlaw(tone([HOUSE_HZ], LONG_MS, 0.4)));
    };
  };
  exchange.onIncoming(incoming => {
    const seat = seatOfAccount(incoming.account ?? '');
    if (seat === null) return null;
    return follow(incoming.leg, seat, incoming);
  });
  return {
    exchange,
    legs,
    follow,
    close: async () => {
      await exchange.close();
      await push.close();
      await engine.close();
      await gate.shutdown();
    },
  };
};
type Phones = Awaited<ReturnType<typeof openPhones>>;

/**
 * The telephone side of seats for page tests: a real exchange and registrar over the seats' own secrets, that does in a call
 * what a test says. Opened by the first test that wants it.
 */
export const openPhonesBeside = (
  ground: Ground,
  door: SeatDoor,
): { readonly actions: Actions; readonly close: () => Promise<void> } => {
  const { pool } = ground.house.database;
  let phones: Promise<Phones> | null = null;
  const open = () => {
    phones ??= openPhones(ground, door);
    return phones;
  };
  let dialled = 0;
  return {
    actions: {
      /** Gives somebody a seat; the extension. */
      seat: action(z.object({ merchant: id, employee: id }), async ({ merchant, employee }) => {
        await open();
        await pool.query('update employee set has_seat = true, seat_right = true where id = $1', [employee]);
        const { rows } = await pool.query<{ extension: number }>(
          `insert into seat_account (merchant_id, employee_id, extension)
           values ($1, $2, (select coalesce(max(extension), 8000) + 1 from seat_account where merchant_id = $1))
           returning extension`,
          [merchant, employee],
        );
        return rows[0];
      }),
      /** Suspends a seat, or lets it connect again. */
      seatRight: action(z.object({ employee: id, right: z.boolean() }), ({ employee, right }) =>
        pool.query('update employee set seat_right = $2 where id = $1', [employee, right]).then(() => undefined),
      ),
      /** Whether pages reach the telephone's port. */
      seatDoor: action(z.object({ open: z.boolean() }), async wish => {
        door.set(wish.open);
        return undefined;
      }),
      /** Whether its telephone is registered. */
      seatRegistered: action(z.object({ seat: id }), async ({ seat }) => {
        const { exchange } = await open();
        return { registered: exchange.bindingsOf(seatAccountOf(seat)).length > 0 };
      }),
      /** Calls that a seat has dialled, and what became of them. */
      seatOffers: action(z.object({ seat: id }), async wish => {
        const { legs } = await open();
        const offers = [...legs].flatMap(([leg, { seat, incoming, state }]) =>
          incoming === null || seat !== wish.seat
            ? []
            : [{ leg, state, to: incoming.to, plan: incoming.header('X-Plan-Id') }],
        );
        return { offers };
      }),
      /** Rings a seat; the leg. */
      seatRing: action(
        z.object({ seat: id, from: z.string(), name: z.string().default(''), headers: headersWish }),
        async ({ seat, from, name, headers }) => {
          const { exchange, follow } = await open();
          const binding = exchange.bindingsOf(seatAccountOf(seat))[0];
          if (binding === undefined) throw new Error('the seat is not registered');
          const leg = `ring${dialled++}`;
          const trunk: Trunk = {
            ...{ target: binding.source, binding, webRtc: true, domain: REALM, loopback: false, realTimeText: false },
          };
          const whom = { to: seatAccountOf(seat), from, displayName: name, headers: headersOf(headers) };
          exchange.dial({ leg, trunk, ...whom, ringTimeoutMs: 30_000 }, follow(leg, seat, null));
          return { leg };
        },
      ),
      seatLeg: action(z.object({ leg: z.string() }), async ({ leg }) => {
        const { legs } = await open();
        return { state: legs.get(leg)?.state ?? 'none' };
      }),
      /** What the far end does in a call. */
      seatDo: action(
        z.object({
          leg: z.string(),
          does: z.enum(['progress', 'answer', 'refuse', 'hangUp']),
          code: z.number().default(403),
          headers: headersWish,
        }),
        async ({ leg, does, code, headers }) => {
          const { exchange, legs } = await open();
          const incoming = legs.get(leg)?.incoming;
          if (does === 'progress') incoming?.progress(183, true, headersOf(headers));
          else if (does === 'answer') incoming?.answer();
          else if (does === 'refuse') incoming?.refuse(code, undefined, undefined, headersOf(headers));
          else exchange.hangUp(leg);
          return undefined;
        },
      ),
    },
    close: async () => {
      await (await phones)?.close();
      door.close();
    },
  };
};
