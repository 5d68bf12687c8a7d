import {
  type CallOf,
  type Endpoint,
  endpoints,
  type LiveCallEvent,
  type OutputOf,
  requestOf,
  topicMessage,
  wire,
} from '@lianxian/contract';
import { WebSocket } from 'ws';
import { demoPasswordOf, type House } from './house.ts';

/**
 * The HTTP interface as an honest client of the original sees it: POST, form-encoded, token in the body, `page-path`
 * header, `{errorCode, errorMsg, data}` back.
 */
export interface Api {
  readonly token: string;
  /** Sends any fields to any path and hands back the bare envelope. */
  readonly send: (path: string, fields: object) => Promise<Envelope>;
  /** Calls an endpoint of the contract; throws with its sentence when it refuses, checks the answer's shape. */
  readonly call: <E extends Endpoint>(endpoint: E, input: Partial<CallOf<E>>) => Promise<OutputOf<E>>;
  /** Sends a file to an endpoint that takes one; throws as `call` does. */
  readonly upload: <E extends Endpoint>(endpoint: E, file: Blob, name: string) => Promise<OutputOf<E>>;
  /** Watches one live call from now on. */
  readonly watch: (callId: string) => Promise<LiveWatch>;
}

interface Envelope {
  readonly status: number;
  readonly errorCode: number;
  readonly errorMsg: string;
  readonly data: unknown;
}

interface LiveWatch {
  readonly events: readonly LiveCallEvent[];
  readonly close: () => void;
}

const envelopeOf = async (answer: Response): Promise<Envelope> => ({
  status: answer.status,
  ...((await answer.json()) as Omit<Envelope, 'status'>),
});

const sendTo =
  (house: Pick<House, 'url'>, token: string) =>
  async (path: string, fields: object): Promise<Envelope> => {
    const asked = requestOf(path, fields, { token: token === '' ? null : token, page: '/home', language: 'zh-CN' });
    return envelopeOf(
      await fetch(house.url + asked.path, { method: 'POST', headers: asked.headers, body: asked.body }),
    );
  };

interface Upload {
  readonly path: string;
  readonly file: Blob;
  readonly name: string;
}

const uploadTo = async (house: Pick<House, 'url'>, token: string, { path, file, name }: Upload): Promise<Envelope> => {
  const body = new FormData();
  body.set(wire.tokenField, token);
  body.set(wire.fileField, file, name);
  return envelopeOf(await fetch(`${house.url}${wire.prefix}${path}`, { method: 'POST', body }));
};

const outputOf = <E extends Endpoint>(endpoint: E, { errorCode, errorMsg, data }: Envelope): OutputOf<E> => {
  if (errorCode !== 0) throw new Error(`${endpoint.path}: ${errorCode} ${errorMsg}`);
  return endpoint.output.parse(data) as OutputOf<E>;
};

export interface Credentials {
  readonly cid: string;
  readonly account: string;
  readonly password: string;
}

export const demoOwnerOf = async (house: House): Promise<Credentials> => ({
  ...{ cid: '100268', account: 'demo' },
  password: await demoPasswordOf(house),
});

/** Signs in to the demo merchant. */
export const signIn = async (house: House): Promise<Api> => signInWith(house, await demoOwnerOf(house));

export const signInWith = async (house: House, is: Credentials): Promise<Api> => {
  const login = await sendTo(house, '')('user/login', is);
  if (login.errorCode !== 0) throw new Error(`login: ${login.errorCode} ${login.errorMsg}`);
  return apiWith(house, endpoints.user.login.output.parse(login.data).token);
};

export const apiWith = (house: Pick<House, 'url'>, token: string): Api => {
  const send = sendTo(house, token);
  return {
    token,
    send,
    call: async (endpoint, input) => outputOf(endpoint, await send(endpoint.path, input as object)),
    upload: async (endpoint, file, name) =>
      outputOf(endpoint, await uploadTo(house, token, { path: endpoint.path, file, name })),
    watch: callId => watch(house, token, callId),
  };
};

const watch = async (house: Pick<House, 'url'>, token: string, callId: string): Promise<LiveWatch> => {
  const socket = new WebSocket(`${house.url.replace('http', 'ws')}${wire.socket}?token=${encodeURIComponent(token)}`);
  const events: LiveCallEvent[] = [];
  socket.on('message', data => {
    const message = topicMessage.safeParse(JSON.parse(String(data)));
    if (message.success && message.data.type === 'call') events.push(message.data.event);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  socket.send(JSON.stringify({ type: 'subscribe', topic: `call:${callId}` }));
  return { events, close: () => socket.close() };
};

/** Asks again until the answer satisfies; every wait of a journey has its limit and says what it waited for. */
export const until = async <T>(
  what: string,
  limitMs: number,
  ask: () => Promise<T | null> | T | null,
  everyMs = 100,
): Promise<T> => {
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > end) throw new Error(`waited ${limitMs} ms for ${what}`);
    await new Promise(resolve => setTimeout(resolve, everyMs));
  }
};
