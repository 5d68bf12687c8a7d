/**
 * Lines as the SIP port of this process uses them: how a call leaves by one, how a call to us finds its plan, who looks
 * after them. Composed by hand, as the rest of the house.
 */
import { type Plan, type Switchboard, voiceChoiceOf } from '@lianxian/core';
import type { OpenExchange, Registration, StoredDialog, StoredInvite } from '@lianxian/telephony';
import { now, toDate } from '../media-worker/clock.ts';
import { openEgressGuard } from '../platform/egress-guard.ts';
import type { ClaimedCall, Dialler, RecoveryOptions, Way } from '../rooms/dialler/index.ts';
import { openDoctor } from '../rooms/doctor/index.ts';
import {
  type Inbound,
  type LineHosts,
  nameOfLine,
  openGateways,
  openInbound,
  openLineHosts,
} from '../rooms/inbound/index.ts';
import { type FirstLine, type LineCare, openLineCare, watchFirstLine } from '../rooms/line-care/index.ts';
import {
  addressesOfLine,
  credentialsOf,
  type DialLine,
  LINES_CHANNEL,
  lineToDial,
  numberToDial,
  type OurPort,
  rememberQop,
  type TrunkParts,
  trunkOf,
  wayOver,
} from '../rooms/lines/index.ts';
import { openWordsPublisher } from '../rooms/live/index.ts';
import { planVersion } from '../rooms/plans/index.ts';
import { TASKS_CHANNEL, tasksOf } from '../rooms/runner/index.ts';
import type { RecogniserSettings } from '../speech/ports/recogniser.ts';
import { createLineProbes, ourPort } from '../switchboard/line-probes.ts';
import type { SipRoute } from '../switchboard/sip-options.ts';
import type { CallsContext } from './process-context.ts';
import { listening, type MerchantSpeech, type OnUsed } from './speech.ts';
import { type HuntFor, worldsOf } from './world.ts';

/** Carriers grant about as much; the refresh comes well before. */
const REGISTER_FOR_S = 600;
/** Named in challenges and part of every digest: with another one each gateway would have to log in anew. */
export const REALM = 'lianxian';

/** A line of this merchant, as a registrar account. */
const accountOf = ({ merchantId, id }: DialLine): string => nameOfLine({ merchantId, lineId: id });

/** What trunks are made of in this process. */
const trunkPartsOf = ({ config, merchantDb, log }: CallsContext, exchange: OpenExchange): TrunkParts => ({
  practicePort: config.practicePort,
  bindingOf: line => exchange.bindingsOf(accountOf(line))[0],
  onQop: line =>
    void rememberQop(merchantDb(line.merchantId), line).catch((error: unknown) =>
      log.warn({ err: error, line: line.id }, 'that a line asks with a qop was not kept: the next call tells again'),
    ),
});

/** What a worker needs to talk, whoever called whom. */
export const talkOf = async (
  claim: ClaimedCall,
  greetingDelayMs: number,
  { recogniserOn, speakerOf }: Pick<MerchantSpeech, 'recogniserOn' | 'speakerOf'>,
  onUsed: OnUsed,
) => {
  const recogniser = await recogniserOn(claim.merchantId, claim.lineId);
  return {
    planKey: claim.planId === null ? null : `${claim.merchantId}.${claim.planId}.${claim.planVersion}`,
    file: claim.file,
    timeZone: claim.zone,
    greetingDelayMs,
    ...(claim.practice ? ({ practice: true } as const) : {}),
    ...(recogniser ? { recogniser } : {}),
    speaks: (plan: Plan) =>
      speakerOf(claim.merchantId, voiceChoiceOf(plan, claim.synthesis), use => onUsed(claim.call, use)),
  };
};

/** The practice line's callees write what they say. */
const heardBy = ({ practice }: ClaimedCall, { recogniser }: { readonly recogniser?: RecogniserSettings }) => ({
  isHeard: practice || recogniser !== undefined,
  uses: recogniser ? [listening(recogniser)] : [],
});

/** How numbers are dialled over the lines of calls. */
export const wayOn = (context: CallsContext, exchange: OpenExchange) =>
  wayOver({
    lineOf: ({ merchantId, lineId }) => lineToDial(context.merchantDb(merchantId), lineId, context.secrets),
    numberOf: (line, phone) => numberToDial(context.database.db, line, phone),
    trunkOf: line => trunkOf(trunkPartsOf(context, exchange), line),
  });

interface WaysParts {
  readonly speech: MerchantSpeech;
  readonly onUsed: OnUsed;
  /** Seats that a call may be handed to. */
  readonly huntFor: HuntFor;
}

/** How a claimed call leaves, and what its conversation may ask. */
export const waysOf = (context: CallsContext, exchange: OpenExchange, { speech, onUsed, huntFor }: WaysParts) => {
  const way = wayOn(context, exchange);
  const world = worldsOf(context, { speech, way, onUsed, huntFor });
  return async (claim: ClaimedCall): Promise<Way<SipRoute>> => {
    const found = await way(claim, claim.phone);
    if ('verdict' in found) return { verdict: found.verdict };
    const { line, trunk, phone } = found;
    const talk = await talkOf(claim, line.greetingDelayMs, speech, onUsed);
    return { route: { trunk, world: world(claim), ...talk }, phone, ...heardBy(claim, talk) };
  };
};

export const planOf =
  ({ merchantDb }: CallsContext) =>
  async ({ merchantId, planId, planVersion: version }: Pick<ClaimedCall, 'merchantId' | 'planId' | 'planVersion'>) =>
    planId === null || version === null ? null : ((await planVersion(merchantDb(merchantId), planId, version)) ?? null);

/** Gateways that register with us, for the exchange's registrar. */
export const registrarOf = ({ database, secrets, bus, log }: CallsContext, owner: string) => {
  const gateways = openGateways({
    db: database.db,
    secrets,
    owner,
    clock: { now, toDate },
    onChanged: ({ lineId }) =>
      void bus
        .notify(LINES_CHANNEL, lineId)
        .catch((error: unknown) => log.warn({ err: error }, 'a gateway came or went, and nobody was told')),
  });
  const bindings = { save: gateways.save, load: gateways.load };
  return { realm: REALM, accounts: { find: gateways.find }, bindings };
};

/** Where lines are: others are strangers at the SIP port until they log in. */
export const lineHostsOf = async ({ database, bus, log }: CallsContext): Promise<LineHosts> => {
  const lineHosts = await openLineHosts({ db: database.db, log, addressesOf: addressesOfLine });
  const listening = bus.listen(LINES_CHANNEL, lineHosts.changed);
  listening.catch((error: unknown) => log.warn({ err: error }, 'changes of lines are heard late'));
  bus.onBack(lineHosts.changed);
  return {
    ...lineHosts,
    close: () => {
      lineHosts.close();
      void listening.then(stop => stop()).catch(() => undefined);
    },
  };
};

interface InboundParts {
  /** This node. */
  readonly owner: string;
  readonly dialler: Dialler<SipRoute>;
  readonly tell: Switchboard<SipRoute>['tell'];
  readonly speech: MerchantSpeech;
  readonly huntFor: HuntFor;
}

/** Calls to us, from their offer to the dialler's hands. */
export const inboundOf = (
  context: CallsContext,
  exchange: OpenExchange,
  { owner, dialler, tell, speech, huntFor }: InboundParts,
): Pick<Inbound, 'onOffer'> & { readonly close: () => Promise<void> } => {
  const { database, merchantDb, secrets, bus, log } = context;
  const planFor = planOf(context);
  const world = worldsOf(context, { speech, way: wayOn(context, exchange), onUsed: dialler.onUsed, huntFor });
  const inbound = openInbound({
    db: database.db,
    log,
    owner,
    hasRoom: dialler.hasRoom,
    addressesOf: addressesOfLine,
    take: async (claim, offer) => {
      const { merchantId, lineId } = claim;
      const line = await lineToDial(merchantDb(merchantId), lineId, secrets).catch(() => null);
      const plan = (await planFor(claim).catch(() => null))?.graph ?? null;
      const talk = await talkOf(claim, line?.greetingDelayMs ?? 500, speech, dialler.onUsed);
      dialler.take(claim, {
        offer,
        route: { trunk: null, behindNat: line?.behindNat ?? false, world: world(claim), ...talk },
        plan,
        ...heardBy(claim, talk),
      });
    },
    refuse: (offer, because) => tell({ type: 'refuse', offer, because }),
    tell: (merchantId, employeeId, msg) => context.push.toEmployee(merchantId, employeeId, { type: 1, msg }),
  });
  const listening = bus.listen(LINES_CHANNEL, inbound.forget);
  listening.catch((error: unknown) => log.warn({ err: error }, 'changes of numbers are heard late'));
  return {
    onOffer: inbound.onOffer,
    close: async () => {
      await listening.then(stop => stop()).catch(() => undefined);
    },
  };
};

/** What a dead process left open is hung up with the credentials of its line, should the carrier ask for them. */
export const hangUpWith =
  (context: CallsContext, exchange: OpenExchange): RecoveryOptions['hangUpStored'] =>
  async ({ merchantId, lineId, dialog }) => {
    const line = await lineToDial(context.merchantDb(merchantId), lineId, context.secrets);
    const credentials = line && credentialsOf(trunkPartsOf(context, exchange), line);
    return exchange.hangUpStored(dialog as StoredDialog | StoredInvite, credentials ?? undefined);
  };

/** The doctor of lines, who looks through this process's SIP port. */
export const openDoctorOf = (context: CallsContext, exchange: OpenExchange, owner: string, liveCalls: () => number) => {
  const { config, database, log } = context;
  const { rtpPorts } = config.sip;
  const parts = trunkPartsOf(context, exchange);
  const probes = createLineProbes({ exchange, egress: openEgressGuard(config.privateHosts), rtpPorts, liveCalls });
  return openDoctor({
    ...context,
    db: database.db,
    log,
    owner,
    probes: {
      ...probes,
      probe: async line => probes.probe(trunkOf(parts, line)),
      register: async line => probes.register(trunkOf(parts, line)),
      ours: oursFor(context, exchange),
    },
  });
};

/**
 * Our port as a line's far end is told to reach it. To call a carrier opens it (the exchange sees to that); a gateway comes
 * to us, so it is opened here before anybody is told where.
 */
const oursFor =
  ({ config }: CallsContext, exchange: OpenExchange) =>
  async ({ access }: DialLine): Promise<OurPort> => {
    if (access === 'gateway') await exchange.door.open();
    return ourPort(exchange, config.sip.publicIp);
  };

/** The SIP port opens beyond this machine with the first line that needs it; not where an address was set. */
export const firstLineOf = (context: CallsContext, exchange: OpenExchange, onMoved: () => Promise<void>): FirstLine => {
  const { config, database, bus, log } = context;
  const { publishLines } = openWordsPublisher(bus, log);
  const firstLine = watchFirstLine({
    db: database.db,
    log,
    open: config.sip.bind === null ? exchange.door.open : null,
    onMoved: async merchants => {
      await onMoved();
      for (const merchantId of merchants) publishLines(merchantId);
    },
  });
  const listening = bus.listen(LINES_CHANNEL, firstLine.changed);
  listening.catch((error: unknown) => log.warn({ err: error }, 'the first line is heard of late'));
  bus.onBack(firstLine.changed);
  return {
    ...firstLine,
    close: async () => {
      void listening.then(stop => stop()).catch(() => undefined);
      await firstLine.close();
    },
  };
};

/** Looks after lines over the SIP port of this process. */
export const lineCareOf = (context: CallsContext, exchange: OpenExchange, owner: string): LineCare => {
  const { database, secrets, bus, push, log } = context;
  const { db } = database;
  const { publishLines } = openWordsPublisher(bus, log);
  const parts = trunkPartsOf(context, exchange);
  let registrations = 0;
  return openLineCare({
    db,
    secrets,
    bus,
    push,
    log,
    owner,
    clock: { now, toDate },
    ours: oursFor(context, exchange),
    reach: {
      probe: async line => {
        const trunk = trunkOf(parts, line);
        return trunk && exchange.probe(trunk);
      },
      register: (line, onState) => {
        const trunk = trunkOf(parts, line);
        const credentials = trunk?.credentials;
        if (trunk === null || credentials === undefined) return registeredNowhere;
        // Each its own name: one that is being taken back does not take the next one with it.
        registrations += 1;
        const id = `${nameOfLine({ merchantId: line.merchantId, lineId: line.id })}.${registrations}`;
        return exchange.register({ id, trunk, ...credentials, expiresS: REGISTER_FOR_S }, onState);
      },
      unbind: line => exchange.unbind(nameOfLine(line)),
    },
    onMoved: merchantId => {
      publishLines(merchantId);
      bus.notify(TASKS_CHANNEL, tasksOf(merchantId)).catch(error => log.warn({ err: error }, 'tasks were not woken'));
    },
  });
};
const registeredNowhere: Registration = { stop: async () => undefined, again: () => undefined };
