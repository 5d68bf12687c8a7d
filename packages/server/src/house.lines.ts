/**
 * Lines as the SIP port of this process uses them: how a call leaves by one, how a call to us finds its plan, who looks
 * after them. Composed by hand, as the rest of the house.
 */
import { lineNotReady, notDialled, type Switchboard } from '@lianxian/core';
import type { Credentials, OpenExchange, Registration, StoredDialog, StoredInvite, Trunk } from '@lianxian/telephony';
import type { CallsGround } from './house.ground.ts';
import type { MerchantSpeech } from './house.speech.ts';
import { worldsOf } from './house.world.ts';
import { now, toDate } from './media-worker/clock.ts';
import { openGate } from './platform/gate.ts';
import type { ClaimedCall, Dialler, RecoveryOptions, Way } from './rooms/dialler/index.ts';
import { openDoctor } from './rooms/doctor/index.ts';
import {
  type Inbound,
  type LineHosts,
  nameOfLine,
  openGateways,
  openInbound,
  openLineHosts,
} from './rooms/inbound/index.ts';
import { type FirstLine, type LineCare, openLineCare, watchFirstLine } from './rooms/line-care/index.ts';
import {
  addressesOfLine,
  type DialLine,
  LINES_CHANNEL,
  lineToDial,
  numberToDial,
  type OurPort,
  rememberQop,
} from './rooms/lines/index.ts';
import { openWordsPublisher } from './rooms/live/index.ts';
import { planVersion } from './rooms/plans/index.ts';
import { TASKS_CHANNEL, tasksOf } from './rooms/runner/index.ts';
import { createLineLook, ourPort } from './switchboard/line-look.ts';
import type { SipRoute } from './switchboard/sip.ts';

/** Carriers grant about as much; the refresh comes well before. */
const REGISTER_FOR_S = 600;
/** Named in challenges and part of every digest: with another one each gateway would have to log in anew. */
const REALM = 'lianxian';

/** A line of this merchant, as a registrar account. */
const accountOf = ({ merchantId, id }: DialLine): string => nameOfLine({ merchantId, lineId: id });

/** What a line proves itself with, and how it is asked to: what this process learns of that the next one knows. */
const credentialsOf = ({ merchantDb, log }: TrunkGround, line: DialLine): Credentials | null =>
  line.credentials && {
    ...line.credentials,
    memory: {
      hadQop: line.hadQop,
      onQop: () =>
        void rememberQop(merchantDb(line.merchantId), line).catch((error: unknown) =>
          log.warn(
            { err: error, line: line.id },
            'that a line asks with a qop was not kept: the next call tells again',
          ),
        ),
    },
  };

type TrunkGround = Pick<CallsGround, 'config' | 'merchantDb' | 'log'>;

/**
 * Where calls over a line go; null where they could go nowhere: a gateway that is not registered here, no practice carrier.
 * The practice carrier listens on loopback and takes real-time text; an ordinary line is offered plain audio.
 */
const trunkOf = (ground: TrunkGround, exchange: OpenExchange, line: DialLine): Trunk | null => {
  const { practicePort } = ground.config;
  if (line.practice) {
    if (practicePort === null) return null;
    return { target: { host: '127.0.0.1', port: practicePort }, loopback: true, realTimeText: true };
  }
  const { transport, tlsCheck, srtp, behindNat, domain, codecs, keysBy } = line;
  const settings = {
    transport,
    tlsCheck,
    srtp,
    behindNat,
    domain,
    codecs,
    keys: keysBy,
    loopback: false,
    realTimeText: false,
  };
  if (line.access === 'gateway') {
    const [binding] = exchange.bindingsOf(accountOf(line));
    if (binding === undefined) return null;
    const { contact, flow, source } = binding;
    return { ...settings, target: source, binding: { contact, flow, source } };
  }
  if (line.address === null) return null;
  const plain = { ...settings, target: line.address };
  const credentials = credentialsOf(ground, line);
  return credentials === null ? plain : { ...plain, credentials };
};

/** What a worker needs to talk, whoever called whom. */
const talkOf = async (
  claim: ClaimedCall,
  greetingDelayMs: number,
  { earsOn, synthesiserOf }: Pick<MerchantSpeech, 'earsOn' | 'synthesiserOf'>,
) => {
  const [ears, synthesiser] = await Promise.all([
    earsOn(claim.merchantId, claim.lineId),
    // A voice that cannot be looked up is the usual one.
    synthesiserOf(claim.merchantId).catch(() => null),
  ]);
  return {
    planKey: `${claim.merchantId}.${claim.planId}.${claim.planVersion}`,
    file: claim.file,
    timeZone: claim.zone,
    greetingDelayMs,
    ...(ears ? { ears } : {}),
    ...(synthesiser ? { synthesiser } : {}),
  };
};

/** How a number is dialled over the line of a call. A line does not become another kind; should one, practice and ordinary numbers stay apart. */
const wayOver = (ground: CallsGround, exchange: OpenExchange) => async (claim: ClaimedCall, wanted: string) => {
  const { database, merchantDb, secrets } = ground;
  const line = await lineToDial(merchantDb(claim.merchantId), claim.lineId, secrets);
  if (line === null) return { verdict: notDialled('lineRemoved') };
  if (line.practice !== claim.practice) return { verdict: notDialled('lineGone') };
  if (!line.enabled) return { verdict: notDialled('lineOff') };
  const phone = await numberToDial(database.db, line, wanted);
  if (phone === null) return { verdict: notDialled('numberForbidden') };
  const trunk = trunkOf(ground, exchange, line);
  if (trunk === null) {
    return { verdict: line.access === 'gateway' ? lineNotReady('notRegistered') : notDialled('lineGone') };
  }
  return { line, trunk, phone };
};

/** How a claimed call leaves, and what its conversation may ask. */
export const waysOf = (ground: CallsGround, exchange: OpenExchange, speech: MerchantSpeech) => {
  const way = wayOver(ground, exchange);
  const world = worldsOf(ground, speech, way);
  return async (claim: ClaimedCall): Promise<Way<SipRoute>> => {
    const found = await way(claim, claim.phone);
    if ('verdict' in found) return { verdict: found.verdict };
    const { line, trunk, phone } = found;
    return { route: { trunk, world: world(claim), ...(await talkOf(claim, line.greetingDelayMs, speech)) }, phone };
  };
};

export const planOf =
  ({ merchantDb }: CallsGround) =>
  async ({ merchantId, planId, planVersion: version }: Pick<ClaimedCall, 'merchantId' | 'planId' | 'planVersion'>) =>
    (await planVersion(merchantDb(merchantId), planId, version)) ?? null;

/** Gateways that register with us, for the exchange's registrar. */
export const registrarOf = ({ database, secrets, bus, log }: CallsGround, owner: string) => {
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
export const lineHostsOf = async ({ database, bus, log }: CallsGround): Promise<LineHosts> => {
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

/** Calls to us, from their offer to the dialler's hands. */
export const inboundOf = (
  ground: CallsGround,
  exchange: OpenExchange,
  owner: string,
  dialler: Dialler<SipRoute>,
  tell: Switchboard<SipRoute>['tell'],
  speech: MerchantSpeech,
): Pick<Inbound, 'onOffer'> & { readonly close: () => Promise<void> } => {
  const { database, merchantDb, secrets, bus, log } = ground;
  const planFor = planOf(ground);
  const world = worldsOf(ground, speech, wayOver(ground, exchange));
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
      const talk = await talkOf(claim, line?.greetingDelayMs ?? 500, speech);
      dialler.take(claim, {
        offer,
        route: { trunk: null, behindNat: line?.behindNat ?? false, world: world(claim), ...talk },
        plan,
      });
    },
    refuse: (offer, because) => tell({ type: 'refuse', offer, because }),
    tell: (merchantId, employeeId, msg) => ground.push.toEmployee(merchantId, employeeId, { type: 1, msg }),
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
  (ground: CallsGround, exchange: OpenExchange): RecoveryOptions['hangUpStored'] =>
  async ({ merchantId, lineId, dialog }) => {
    const line = await lineToDial(ground.merchantDb(merchantId), lineId, ground.secrets);
    const credentials = line && credentialsOf(ground, line);
    return exchange.hangUpStored(dialog as StoredDialog | StoredInvite, credentials ?? undefined);
  };

/** The doctor of lines, who looks through this process's SIP port. */
export const openDoctorOf = (ground: CallsGround, exchange: OpenExchange, owner: string, liveCalls: () => number) => {
  const { config, database, log } = ground;
  const { rtpPorts } = config.sip;
  const look = createLineLook({ exchange, gate: openGate(config.privateHosts), rtpPorts, liveCalls });
  return openDoctor({
    ...ground,
    db: database.db,
    log,
    owner,
    look: {
      ...look,
      probe: async line => look.probe(trunkOf(ground, exchange, line)),
      register: async line => look.register(trunkOf(ground, exchange, line)),
      ours: oursFor(ground, exchange),
    },
  });
};

/**
 * Our port as a line's far end is told to reach it. To call a carrier opens it (the exchange sees to that); a gateway comes
 * to us, so it is opened here before anybody is told where.
 */
const oursFor =
  ({ config }: CallsGround, exchange: OpenExchange) =>
  async ({ access }: DialLine): Promise<OurPort> => {
    if (access === 'gateway') await exchange.door.open();
    return ourPort(exchange, config.sip.publicIp);
  };

/** The SIP port opens beyond this machine with the first line that needs it; not where an address was set. */
export const firstLineOf = (ground: CallsGround, exchange: OpenExchange, onMoved: () => Promise<void>): FirstLine => {
  const { config, database, bus, log } = ground;
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
export const lineCareOf = (ground: CallsGround, exchange: OpenExchange, owner: string): LineCare => {
  const { database, secrets, bus, push, log } = ground;
  const { db } = database;
  const { publishLines } = openWordsPublisher(bus, log);
  let registrations = 0;
  return openLineCare({
    db,
    secrets,
    bus,
    push,
    log,
    owner,
    clock: { now, toDate },
    ours: oursFor(ground, exchange),
    reach: {
      probe: async line => {
        const trunk = trunkOf(ground, exchange, line);
        return trunk && exchange.probe(trunk);
      },
      register: (line, onState) => {
        const trunk = trunkOf(ground, exchange, line);
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
