import {
  type PageMessage,
  type PushMessage,
  type SocketMessage,
  socketMessage,
  type TopicMessage,
} from '@lianxian/contract';
import { wire } from '@lianxian/contract/wire';
import { create } from 'zustand';
import { forgetKept } from '../api/kept.ts';
import { serverUrl } from '../api/settings.ts';
import { readToken } from '../api/token.ts';
import { leaveSignedOut } from '../api/wire.ts';

/**
 * The push socket. It is open while somebody is signed in; 1 s after it closes it is opened again
 * (docs/wire.md#push-messages) and every topic is subscribed anew. Messages of types 1 to 7 go to everybody who hears
 * them, own messages to the listeners of their topic. Messages are numbered: opening again says the last number
 * (`after`), and what was missed comes first.
 *
 *   closed ──open()──▶ connecting ──▶ open ──closed──▶ (1 s, longer when crowded) ──▶ connecting
 *                                       └───4103──▶ signed out: as errorCode 103, and not opened again
 */
const reconnectAfterMs = 1_000;
/** The server closes the socket of a session that ended. */
const signedOutCode = 4103;
/** Too many sockets of this session, or this page reads too slowly or says too much: coming back at once makes it worse. */
const crowdedCodes: readonly number[] = [4107, 4108, 4109];
const longestWaitMs = 60_000;
/** Proxies cut what is silent for a minute. */
const pingEveryMs = 25_000;

type TopicListener = (message: TopicMessage) => void;
interface SocketState {
  readonly state: 'closed' | 'connecting' | 'open';
  /** How often it has been tried since it was last open. */
  readonly tries: number;
  /** How often it was opened after it had been away: something may have been missed meanwhile. */
  readonly returns: number;
}

export const useSocketState = create<SocketState>(() => ({ state: 'closed', tries: 0, returns: 0 }));
const topics = new Map<string, Set<TopicListener>>();
type PushListener = (message: PushMessage) => void;
type PageListener = (message: PageMessage) => void;
const pushListeners = new Set<PushListener>();
const pageListeners = new Set<PageListener>();
let socket: WebSocket | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let wanted = false;
/** This visit has had it open before. */
let hadOpen = false;
/** Closed as crowded so often in a row. */
let crowded = 0;
/** Number of the last message; null: this visit has not heard of any yet. */
let lastSeq: number | null = null;

const say = (message: object) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
};

/** What nobody can read is nobody's: a newer server says things this page does not know. */
const read = (text: string): SocketMessage | null => {
  try {
    return socketMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};
const isPush = (message: SocketMessage): message is PushMessage => typeof message.type === 'number';

const received = (text: string) => {
  const message = read(text);
  if (message === null || message.type === 'pong') return;
  if (isPush(message)) {
    lastSeq = message.seq ?? lastSeq;
    for (const listener of pushListeners) listener(message);
  } else if ('topic' in message) {
    for (const listener of topics.get(message.topic) ?? []) listener(message);
  } else {
    if (message.type === 'ready') lastSeq = message.seq;
    for (const listener of pageListeners) listener(message);
  }
};

const connect = () => {
  const token = readToken();
  if (!wanted || token === null) return;
  useSocketState.setState(socket => ({ state: 'connecting', tries: socket.tries + 1 }));
  const address = new URL(serverUrl(wire.socket), location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  address.searchParams.set(wire.tokenField, token);
  address.searchParams.set('language', document.documentElement.lang);
  address.searchParams.set('after', String(lastSeq ?? ''));
  const opened = new WebSocket(address);
  socket = opened;
  opened.onopen = () => {
    useSocketState.setState(({ tries, returns }) => ({
      state: 'open',
      tries: 0,
      returns: returns + (hadOpen || tries > 1 ? 1 : 0),
    }));
    hadOpen = true;
    for (const topic of topics.keys()) say({ type: 'subscribe', topic });
  };
  opened.onmessage = event => received(String(event.data));
  opened.onclose = ({ code }) => {
    if (socket !== opened) return;
    socket = null;
    if (code === signedOutCode && readToken() === token) return leaveSignedOut();
    // The cookie ran out a moment before the session.
    if (code === signedOutCode && readToken() === null) forgetKept();
    crowded = crowdedCodes.includes(code) ? crowded + 1 : 0;
    useSocketState.setState(socket => ({ state: 'closed', tries: Math.max(socket.tries, crowded) }));
    if (wanted) timer = setTimeout(connect, Math.min(longestWaitMs, reconnectAfterMs * 4 ** crowded));
  };
};

/** Opens the socket for the signed-in person, whose messages `react` hears; the answer closes it. */
export const openSocket = (react: PushListener): (() => void) => {
  const stopHearing = hearPush(react);
  wanted = true;
  connect();
  const pings = setInterval(() => say({ type: 'ping' }), pingEveryMs);
  return () => {
    stopHearing();
    wanted = false;
    lastSeq = null;
    hadOpen = false;
    clearInterval(pings);
    clearTimeout(timer);
    const closing = socket;
    socket = null;
    closing?.close();
    useSocketState.setState({ state: 'closed', tries: 0 });
  };
};

/** Hears that the socket is back; the answer stops it. */
export const hearReturn = (listener: () => void): (() => void) =>
  useSocketState.subscribe((now, before) => {
    if (now.returns > before.returns) listener();
  });

/** Hears messages of types 1 to 7; the answer stops it. */
export const hearPush = (listener: PushListener): (() => void) => {
  pushListeners.add(listener);
  return () => void pushListeners.delete(listener);
};

/** Hears own messages that have no topic: rights that changed, reminders that were read. The answer stops it. */
export const hearPage = (listener: PageListener): (() => void) => {
  pageListeners.add(listener);
  return () => void pageListeners.delete(listener);
};

/** Asks for a topic from its start again: something of it was lost. */
export const askAgain = (topic: string): void => say({ type: 'subscribe', topic });

/** Listens to a topic; subscribed once however many listen. The answer stops listening. */
export const listenTo = (topic: string, listener: TopicListener): (() => void) => {
  const listeners = topics.get(topic) ?? new Set();
  topics.set(topic, listeners.add(listener));
  if (listeners.size === 1) say({ type: 'subscribe', topic });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || topics.get(topic) !== listeners) return;
    topics.delete(topic);
    say({ type: 'unsubscribe', topic });
  };
};
