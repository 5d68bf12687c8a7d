import type { FakeServer } from './fake-server.ts';
import { liveTone, recordingWav } from './fake-sound.ts';

/** A WebSocket to the fake: opens at once, closes when told. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  #hear: (text: string) => void = () => undefined;

  constructor(server: FakeServer) {
    super();
    const away = server.isAway();
    const line = away
      ? null
      : server.connect(
          message => this.onmessage?.({ data: JSON.stringify(message) }),
          code => this.close(code),
        );
    this.#hear = text => line?.hear(text);
    queueMicrotask(() => {
      if (away) return this.close(1006);
      this.readyState = FakeSocket.OPEN;
      this.onopen?.();
      line?.welcome();
    });
  }
  send(text: string): void {
    this.#hear(text);
  }
  close(code = 1000): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

/** An upload to the fake: half of it is out, then all of it, then the answer; it can be aborted until then. */
class FakeUpload {
  readonly upload: { onprogress: ((event: object) => void) | null } = { onprogress: null };
  readonly status = 200;
  response: object | null = null;
  onload: (() => void) | null = null;
  onabort: (() => void) | null = null;
  readonly #server: FakeServer;
  #path = '';
  #aborted = false;

  constructor(server: FakeServer) {
    this.#server = server;
  }
  open(_method: string, address: string): void {
    this.#path = new URL(address, location.href).pathname.slice('/api/front/'.length);
  }
  setRequestHeader(): void {}
  abort(): void {
    this.#aborted = true;
    this.onabort?.();
  }
  send(form: FormData): void {
    const file = form.get('file') as File;
    const fields = { token: String(form.get('token')) };
    this.upload.onprogress?.({ lengthComputable: true, loaded: file.size / 2, total: file.size });
    setTimeout(() => {
      if (this.#aborted) return;
      this.response = this.#server.answer(this.#path, { ...fields, file: `${file.name} ${file.size}` });
      this.onload?.();
    });
  }
}

const json = (body: object) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

const fieldsOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body as URLSearchParams));

/** Puts the fake under the page's `fetch` and `WebSocket`; the answer takes it away again. */
export const install = (server: FakeServer): (() => void) => {
  const [realFetch, realSocket, realRequest] = [globalThis.fetch, globalThis.WebSocket, globalThis.XMLHttpRequest];
  globalThis.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, location.href);
    if (server.isAway() && address.pathname.startsWith('/api/')) throw new TypeError('the house is away');
    if (address.pathname === '/api/front/call/listen') return new Response(liveTone(1));
    if (address.pathname.startsWith('/api/common/download/')) return new Response(recordingWav(64));
    if (!address.pathname.startsWith('/api/front/')) return realFetch(input, init);
    const path = address.pathname.slice('/api/front/'.length);
    const held = server.held(path);
    if (held) await held;
    return json(server.answer(path, fieldsOf(init?.body)));
  };
  const make = function FakeWebSocket(address: string | URL, protocols?: string | string[]) {
    return String(address).includes('/frontWsServer') ? new FakeSocket(server) : new realSocket(address, protocols);
  };
  globalThis.WebSocket = Object.assign(make, { OPEN: 1 }) as unknown as typeof WebSocket;
  globalThis.XMLHttpRequest = class extends FakeUpload {
    constructor() {
      super(server);
    }
  } as unknown as typeof XMLHttpRequest;
  return () => {
    globalThis.XMLHttpRequest = realRequest;
    globalThis.fetch = realFetch;
    globalThis.WebSocket = realSocket;
  };
};
