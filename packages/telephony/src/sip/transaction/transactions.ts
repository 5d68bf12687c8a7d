import type { Instant } from '@lianxian/core/kit';
import type { Address } from '../../net/address.ts';
import { type Flow, isReliable, type SendFailure } from '../../net/flow.ts';
import { ackFor } from '../grammar/build.ts';
import type { ReceivedRequest, ReceivedResponse, SipMessage, SipRequest, SipResponse } from '../grammar/message.ts';
import { serialise } from '../grammar/serialise.ts';
import type { Alarms } from './alarms.ts';
import {
  type ClientEffect,
  type ClientEvent,
  type ClientInvite,
  resumeClientInvite,
  startClientInvite,
  stepClientInvite,
} from './client-invite.ts';
import { startClientOther, stepClientOther } from './client-other.ts';
import { clientKey, clientKeyOf, serverKey } from './keys.ts';
import { createRunner } from './runner.ts';
import { type ServerEffect, type ServerEvent, startServerInvite, stepServerInvite } from './server-invite.ts';
import { startServerOther, stepServerOther } from './server-other.ts';

/**
 * The transaction layer (RFC 3261 §17): runs the four machines, matches messages to them, and keeps one alarm a
 * transaction. No input or output of its own: sending is a port, time is handed in.
 */
export interface Route {
  readonly destination: Address;
  /** Tried when the destination is a name nobody can resolve (a Contact of a private network, say). */
  readonly fallback?: Address;
  readonly flow: Flow;
  /** Of a request from outside: where it came from; answers may go to another port (RFC 3261 §18.2.2). */
  readonly source?: Address;
}

export type ClientNews =
  | { readonly type: 'response'; readonly response: ReceivedResponse }
  | { readonly type: 'timedOut' }
  | { readonly type: 'transportFailed'; readonly because: SendFailure };

type OnNews = (news: ClientNews, at: Instant) => void;

export interface ClientTransaction {
  readonly key: string;
  readonly request: SipRequest;
  readonly route: Route;
}

export interface ServerTransaction {
  readonly key: string;
  readonly request: ReceivedRequest;
  readonly route: Route;
  readonly respond: (response: SipResponse, at: Instant) => void;
  /** Told when an INVITE's refusal was never acknowledged or could not be sent. */
  onFailure: ((news: 'timedOut' | 'transportFailed', at: Instant) => void) | null;
}

/** Where its request really came from. */
export const sourceOf = ({ route }: Pick<ServerTransaction, 'route'>): Address => route.source ?? route.destination;

/** How a request of ours goes, and by what its answers are known. */
interface Way {
  readonly branch: string;
  readonly route: Route;
}

interface TransactionPorts {
  readonly send: (bytes: Buffer, route: Route, transaction: string | null, message: SipMessage) => void;
  /** A new request, or an ACK that belongs to a dialog (`transaction` null). */
  readonly onRequest: (request: ReceivedRequest, transaction: ServerTransaction | null, at: Instant) => void;
  /** An effect our own side asked for against its own state: a bug, reported, never thrown into the network's face. */
  readonly onDefect: (because: string) => void;
  /** Default `MAX_SERVER_TRANSACTIONS`. */
  readonly maxServers?: number;
}

/**
 * More open server transactions than this and new requests are left to be repeated by their senders. A call makes two
 * (INVITE, BYE), each remembered for 32 s: room for 780 calls a second, at some 5 kB each.
 */
export const MAX_SERVER_TRANSACTIONS = 50_000;

export const createTransactions = (alarms: Alarms, ports: TransactionPorts) => {
  const clients = new Map<string, { readonly route: Route; tell: (event: ClientEvent, at: Instant) => void }>();
  const servers = new Map<string, { transaction: ServerTransaction; tell: (e: ServerEvent, at: Instant) => void }>();

  const { maxServers = MAX_SERVER_TRANSACTIONS } = ports;
  const run = createRunner(alarms, ports.onDefect);

  /** Runs a client transaction; `invite` is the machine of an INVITE, null for every other request. */
  const openClient = (client: ClientTransaction, invite: ClientInvite | null, at: Instant, onNews: OnNews) => {
    const { key, request: message, route } = client;
    const apply = (effect: ClientEffect, now: Instant) => {
      if (effect.type === 'sendRequest') ports.send(serialise(message), route, key, message);
      else if (effect.type === 'sendAck') {
        const ack = ackFor(message, effect.response);
        ports.send(serialise(ack), route, key, ack);
      } else if (effect.type === 'pass') onNews({ type: 'response', response: effect.response }, now);
      else onNews(effect, now);
    };
    const forget = () => clients.delete(key);
    const tell =
      invite === null
        ? run(startClientOther(at, isReliable(route.flow)), stepClientOther, apply, forget)
        : run(invite, stepClientInvite, apply, forget);
    clients.set(key, { route, tell });
  };

  /** Sends a request and its repetitions; `onNews` hears answers or the one failure. */
  const request = (message: SipRequest, { branch, route }: Way, at: Instant, onNews: OnNews) => {
    const client: ClientTransaction = { key: clientKey(branch, message.method), request: message, route };
    openClient(client, message.method === 'INVITE' ? startClientInvite(at, isReliable(route.flow)) : null, at, onNews);
    ports.send(serialise(message), route, client.key, message);
    return client;
  };

  /** Takes up an INVITE that an earlier process sent: nothing leaves, answers to it are heard from now on. */
  const resumeInvite = (invite: SipRequest, { branch, route }: Way, at: Instant, onNews: OnNews) => {
    const client: ClientTransaction = { key: clientKey(branch, 'INVITE'), request: invite, route };
    openClient(client, resumeClientInvite(isReliable(route.flow)), at, onNews);
    return client;
  };

  const openServer = (message: ReceivedRequest, key: string, route: Route): ServerTransaction => {
    const transaction: ServerTransaction = {
      key,
      request: message,
      route,
      respond: (response, at) => tell({ type: 'respond', response }, at),
      onFailure: null,
    };
    const apply = (effect: ServerEffect, at: Instant) => {
      if (effect.type === 'send') ports.send(serialise(effect.response), route, key, effect.response);
      else if (effect.type !== 'passAck') transaction.onFailure?.(effect.type, at);
    };
    const forget = () => servers.delete(key);
    const tell =
      message.method === 'INVITE'
        ? run(startServerInvite(isReliable(route.flow)), stepServerInvite, apply, forget)
        : run(startServerOther(isReliable(route.flow)), stepServerOther, apply, forget);
    servers.set(key, { transaction, tell });
    return transaction;
  };

  const onRequest = (message: ReceivedRequest, route: Route, at: Instant) => {
    const key = serverKey(message);
    const known = servers.get(key);
    if (message.method === 'ACK') {
      const isOfDialog = known === undefined;
      known?.tell({ type: 'ack' }, at);
      // An ACK of a 2xx has a branch of its own; phones that reuse the INVITE's are let through by RFC 2543 matching.
      if (isOfDialog || message.to.params.has('tag')) ports.onRequest(message, null, at);
    } else if (known !== undefined) known.tell({ type: 'request' }, at);
    else if (servers.size < maxServers) ports.onRequest(message, openServer(message, key, route), at);
  };

  return {
    request,
    resumeInvite,
    onRequest,
    /** True when one of our requests waits for it. */
    onResponse: (message: ReceivedResponse, at: Instant): boolean => {
      const client = clients.get(clientKeyOf(message));
      client?.tell({ type: 'response', response: message }, at);
      return client !== undefined;
    },
    abandon: (key: string, at: Instant) => clients.get(key)?.tell({ type: 'abandon' }, at),
    /** The rim could not send what carried this key. */
    onSendFailed: (key: string, because: SendFailure, at: Instant) => {
      clients.get(key)?.tell({ type: 'transportFailed', because }, at);
      servers.get(key)?.tell({ type: 'transportFailed' }, at);
    },
    /** A connection broke: whatever of ours waits for an answer over it waits in vain. */
    onCut: (isOver: (route: Route) => boolean, at: Instant) => {
      for (const { route, tell } of [...clients.values()]) {
        if (isOver(route)) tell({ type: 'transportFailed', because: 'cut' }, at);
      }
    },
    onPortClosed: ({ host, port }: Address, at: Instant) => {
      for (const { route, tell } of [...clients.values()]) {
        const { destination, flow } = route;
        if (!isReliable(flow) && destination.host === host && destination.port === port)
          tell({ type: 'portClosed' }, at);
      }
    },
    /** Whether this request is new to us: no repetition, no ACK of a refusal. */
    isNew: (message: ReceivedRequest): boolean => !servers.has(serverKey(message)),
    /** The INVITE that a CANCEL means (RFC 3261 §9.2). */
    inviteOf: (cancel: ReceivedRequest): ServerTransaction | null =>
      servers.get(serverKey(cancel, 'INVITE'))?.transaction ?? null,
    size: () => clients.size + servers.size,
    /** Requests from outside that are not forgotten yet. */
    serving: () => servers.size,
  };
};

export type Transactions = ReturnType<typeof createTransactions>;
