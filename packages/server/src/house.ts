/**
 * The floor plan. One function a process (ARCHITECTURE.md#processes); each resolves when its process does its work, and closes
 * it in the reverse order. Which rooms answer pages is in `composition/rooms.ts`. Nothing else here: no rule, no SQL, no HTTP.
 */
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { marketPlans } from '../seed/market/index.ts';
import { type OpenCalls, openCallsOn } from './composition/calls.ts';
import { crontab, jobsOf } from './composition/jobs.ts';
import { openMarket } from './composition/market.ts';
import { openMessages } from './composition/messages.ts';
import { type HouseOptions, openProcessContext, type ProcessContext } from './composition/process-context.ts';
import { rooms } from './composition/rooms.ts';
import { openSpeech } from './composition/speech.ts';
import { openSpeaker } from './composition/voices.ts';
import type { Config } from './config.ts';
import { openBench } from './platform/bench.ts';
import { openEgressGuard } from './platform/egress-guard.ts';
import { bindHealth, bindWebApp, closeApp, openApp, openFront, type RateLimits } from './platform/http/index.ts';
import { runJobs } from './platform/jobs.ts';
import { openPushSocket } from './platform/push/index.ts';
import { openTickets } from './platform/tickets.ts';
import { authenticateWith, liveSessionsWith } from './rooms/accounts/index.ts';
import { noteSeen } from './rooms/audit/index.ts';
import { openRinger } from './rooms/bell/index.ts';
import { ringLowBalances } from './rooms/billing/index.ts';
import { openBrandings } from './rooms/branding/index.ts';
import { bindLiveDeskPush, openStandings } from './rooms/live-desk/index.ts';
import { bindLinesPush } from './rooms/monitor/index.ts';
import { refuseClosed } from './rooms/plans/index.ts';
import { ringDeadlines } from './rooms/record-orders/index.ts';
import { bindLivePush } from './rooms/records/index.ts';
import { bindSeatsPush } from './rooms/seats/index.ts';
import { bindTaskPush } from './rooms/tasks/index.ts';
import { openDeliverer } from './rooms/webhooks/index.ts';

/** A process of the house that does its work. */
export interface OpenHouse {
  readonly info?: Readonly<Record<string, unknown>>;
  readonly close: (limitMs?: number) => Promise<void>;
}

/** How long answers under way may take when the process is asked to end. */
const ANSWERS_MS = 2_000;
const MINUTE_RATES: RateLimits = { all: 6_000, open: 240 };

const openWebApp = async ({ config, clock, log, database, merchantDb, secrets }: ProcessContext, rates: RateLimits) => {
  const { tls } = config;
  const app = await openApp({
    ...config,
    tls: tls === null ? null : { cert: await readFile(tls.certFile), key: await readFile(tls.keyFile) },
  });
  const authenticate = authenticateWith(database.db, clock);
  const bench = openBench();
  app.addHook('onClose', bench.close);
  return openFront(app, {
    log,
    clock,
    authenticate,
    merchantDb,
    tickets: openTickets(secrets),
    rates,
    bench,
    phonesSeen: noteSeen,
    graphAsked: refuseClosed,
  });
};

/** HTTP and push. Resolves when it listens; `info.port` is the port it got. */
export const openWeb = async (config: Config, options: HouseOptions = {}): Promise<OpenHouse> => {
  const context = await openProcessContext(config, 'web', options);
  const front = await openWebApp(context, options.rates ?? MINUTE_RATES);
  const socket = await openPushSocket(front, {
    db: context.database.db,
    bus: context.bus,
    sessionsOf: liveSessionsWith(context.database.db, context.clock),
  });
  const brandings = await openBrandings({ ...context, db: context.database.db, authenticate: front.authenticate });
  const speech = openSpeech(context);
  const speaker = openSpeaker({
    dataDir: config.dataDir,
    db: context.database.db,
    voiceCommand: process.env.VOICE_COMMAND === undefined ? null : voiceCommand(process.env.VOICE_COMMAND),
    speech,
  });
  const { nameServers = null } = options;
  const standings = openStandings();
  const forRooms = { ...context, socket, brandings, speech, speaker, nameServers, standings };
  for (const bindRoom of rooms) bindRoom(front, forRooms);
  const stopLivePush = await bindLivePush({ ...context, push: socket });
  const stopTaskPush = await bindTaskPush({ ...context, push: socket });
  const stopLiveDeskPush = await bindLiveDeskPush({ ...context, push: socket, standings });
  const stopLinesPush = await bindLinesPush({ ...context, push: socket });
  bindSeatsPush(socket);
  bindHealth(front, context.database.db, config.version);
  const { apiHost, version, frameAncestors: frames } = config;
  const settings = async (host: string, token: string) => {
    const pageInfo = await brandings.ofVisitor(host, token);
    const { oemTitle: title, oemIcon: icon, oemHomeTheme: theme } = pageInfo;
    return { title, icon, theme, settings: { apiHost, version, frames, pageInfo } };
  };
  const seats = { port: config.sip.wssPort, apiHost: config.apiHost, isSecure: config.tls !== null };
  await bindWebApp(front, { folder: config.webDist, settings, seats });
  await front.app.listen({ host: config.host, port: config.port });
  return {
    info: { port: (front.app.server.address() as AddressInfo).port },
    close: async () => {
      await stopLivePush();
      await stopTaskPush();
      await stopLiveDeskPush();
      await stopLinesPush();
      await socket.close();
      await closeApp(front.app, ANSWERS_MS);
      await speaker.close();
      await speech.close();
      await context.close();
    },
  };
};

export const openJobs = async (config: Config): Promise<OpenHouse> => {
  const context = await openProcessContext(config, 'jobs');
  const { db, pool } = context.database;
  const [bench, egress] = [openBench(), openEgressGuard(config.privateHosts)];
  const running = await runJobs({ pool, jobs: jobsOf(context, bench), crontab, log: context.log });
  const deliverer = openDeliverer({ ...context, db, egress });
  const ringer = openRinger({ db, log: context.log, gather: [ringLowBalances, ringDeadlines] });
  const messages = await openMessages(context, egress);
  const market = openMarket(context, marketPlans());
  return {
    close: async () => {
      await Promise.all([deliverer.close(), ringer.close(), messages.close(), market.close()]);
      await running.close();
      await bench.close();
      await context.close();
    },
  };
};

/** The built-in voice's command line, as the supervisor gives it: a JSON array. */
const voiceCommand = (text: string | undefined): readonly string[] =>
  z
    .array(z.string())
    .min(1)
    .parse(JSON.parse(text ?? ''));

/** Dialler, SIP port and media workers. Resolves when calls can be placed. */
export const openCalls = async (config: Config, options: HouseOptions = {}): Promise<OpenCalls> => {
  const context = await openProcessContext(config, 'calls', options);
  return openCallsOn({ ...context, voiceCommand: voiceCommand(process.env.VOICE_COMMAND) });
};
