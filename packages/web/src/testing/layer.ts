import { type Endpoint, type OutputOf, refusals, wire } from '@lianxian/contract';

/**
 * What lies between a page and the house of the page tests. Everything goes through it as it is until a test has it hold
 * back, refuse, cut, change or say something. It remembers what was asked (decision 48).
 */
export interface Layer {
  readonly install: () => () => void;
  /** Every request so far, in order. */
  readonly asked: readonly Asked[];
  /** How many requests have no answer yet. */
  readonly waiting: () => number;
  /** What was last asked of an endpoint. */
  readonly lastAsked: (endpoint: Endpoint) => Asked['fields'] | undefined;
  /** Answers of this path come when `until` settles. */
  readonly holds: (endpoint: Endpoint, until: Promise<unknown>) => void;
  /** This endpoint answers with a defect, or refuses in that way, until it heals. */
  readonly fails: (endpoint: Endpoint, refusal?: keyof typeof refusals) => void;
  readonly heals: () => void;
  /** An answer by hand, where no house could give it: checked by the contract. */
  readonly answers: <E extends Endpoint>(endpoint: E, data: OutputOf<E>) => void;
  /** As by hand, for who may read it: what the house refuses stays refused. */
  readonly shows: <E extends Endpoint>(endpoint: E, data: OutputOf<E>) => void;
  /** Changes what the house answers to what was asked. */
  readonly changes: (change: (path: string, data: unknown, fields: Asked['fields']) => unknown) => void;
  /** The house stops, or is back: requests fail and no socket opens meanwhile. */
  readonly isAway: (away: boolean) => void;
  /** A message reaches the open pages. */
  readonly pushes: (message: object) => void;
  /** Every socket that was opened so far: its address, and when on the page's clock. */
  readonly opened: readonly { readonly address: URL; readonly at: number }[];
  /** Closes all sockets. */
  readonly closes: (code: number) => void;
}

interface Asked {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

const abnormal = 1006;
const json = (body: object) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

const fieldsOf = (body: unknown): Record<string, string> =>
  body instanceof URLSearchParams || typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : {};

/** What a test has the layer do to requests. */
const openRules = () => {
  const held = new Map<string, Promise<unknown>>();
  const byHand = new Map<string, unknown>();
  const shown = new Map<string, unknown>();
  const failing = new Map<string, keyof typeof refusals>();
  let change: Parameters<Layer['changes']>[0] | null = null;
  return {
    holds: ({ path }: Endpoint, until: Promise<unknown>) => void held.set(path, until),
    fails: ({ path }: Endpoint, refusal: keyof typeof refusals = 'serverBusy') => void failing.set(path, refusal),
    heals: () => failing.clear(),
    answers: <E extends Endpoint>(endpoint: E, data: OutputOf<E>) =>
      void byHand.set(endpoint.path, endpoint.output.parse(data)),
    shows: <E extends Endpoint>(endpoint: E, data: OutputOf<E>) =>
      void shown.set(endpoint.path, endpoint.output.parse(data)),
    changes: (next: Parameters<Layer['changes']>[0]) => {
      change = next;
    },
    /** The answer of a path, from the house where nothing else is said. */
    answer: async ({ path, fields }: Asked, fromHouse: () => Promise<Response>): Promise<Response> => {
      await held.get(path);
      const refusal = failing.get(path);
      if (refusal !== undefined)
        return json({ errorCode: refusals[refusal].code, errorMsg: refusals[refusal]['zh-CN'], data: null });
      if (byHand.has(path)) return json({ errorCode: 0, errorMsg: '', data: byHand.get(path) });
      const found = await fromHouse();
      if (change === null && !shown.has(path)) return found;
      const answer = (await found.json()) as { readonly errorCode: number; readonly data: unknown };
      if (answer.errorCode !== 0) return json(answer);
      const data = shown.get(path) ?? answer.data;
      return json({ ...answer, data: change === null ? data : change(path, data, fields) });
    },
  };
};

/** Sockets to the house, which a test may cut or say something on. */
const openSockets = (isAway: () => boolean) => {
  const open = new Set<WebSocket>();
  const opened: { readonly address: URL; readonly at: number }[] = [];
  const RealSocket = globalThis.WebSocket;
  /** To the page it is closed for good, whatever the house has to say. */
  const close = (socket: WebSocket, code: number): void => {
    open.delete(socket);
    const { onclose } = socket;
    Object.assign(socket, { onopen: null, onmessage: null, onclose: null });
    socket.close();
    onclose?.call(socket, new CloseEvent('close', { code }));
  };
  class LayeredSocket extends RealSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      if (!String(address).includes(wire.socket)) return;
      opened.push({ address: new URL(address), at: performance.now() });
      open.add(this);
      this.addEventListener('close', () => open.delete(this));
      if (isAway()) queueMicrotask(() => close(this, abnormal));
    }
  }
  return {
    opened,
    LayeredSocket,
    closes: (code: number) => {
      for (const socket of open) close(socket, code);
    },
    pushes: (message: object) => {
      for (const socket of open)
        socket.onmessage?.call(socket, new MessageEvent('message', { data: JSON.stringify(message) }));
    },
  };
};

export const openLayer = (): Layer => {
  const asked: Asked[] = [];
  const { answer, ...rules } = openRules();
  let away = false;
  let waiting = 0;
  const { LayeredSocket, ...sockets } = openSockets(() => away);
  return {
    ...rules,
    ...sockets,
    asked,
    waiting: () => waiting,
    lastAsked: ({ path }) => asked.findLast(each => each.path === path)?.fields,
    isAway: next => {
      if (next && !away) sockets.closes(abnormal);
      away = next;
    },
    install: () => {
      const { fetch: realFetch, WebSocket: realSocket } = globalThis;
      let isGone = false;
      // As a page that is left: what it still waited for never comes, and signs nobody out of the next.
      const forPage = (found: Response) => (isGone ? new Promise<never>(() => undefined) : found);
      globalThis.fetch = async (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
        if (away && (pathname === '/' || pathname.startsWith('/api/'))) throw new TypeError('the house is away');
        if (!pathname.startsWith(wire.prefix)) return realFetch(input, init);
        const path = pathname.slice(wire.prefix.length);
        const one = { path, fields: fieldsOf(init?.body) };
        asked.push(one);
        waiting += 1;
        return answer(one, () => realFetch(input, init))
          .finally(() => {
            waiting -= 1;
          })
          .then(forPage);
      };
      globalThis.WebSocket = LayeredSocket;
      return () => {
        isGone = true;
        globalThis.fetch = realFetch;
        globalThis.WebSocket = realSocket;
      };
    },
  };
};
