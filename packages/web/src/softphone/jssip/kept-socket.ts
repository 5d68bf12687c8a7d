import type { Socket } from 'jssip/lib/JsSIP';

/** Two line ends ask, one answers (RFC 7118 §6). */
const ping = '\r\n\r\n';
const pingAfterMs = 4_000;
/** A network that changed leaves the socket open and silent: an answer that does not come by then, and it is given up. */
const answerWithinMs = 5_000;
const silent = 4_000;

/**
 * SIP over WebSocket that notices when nobody is there any more: a browser alone finds out minutes later. Given up it is
 * closed, which JsSIP hears as any loss and connects anew.
 *
 * Each ping waits for what was heard last, and never for the ping before it: in a tab that nobody looks at a browser lets
 * timers that follow timers run once a minute, which would look like silence.
 */
export class KeptSocket implements Socket {
  readonly url: string;
  readonly sip_uri: string;
  via_transport: string;
  #socket: WebSocket | null = null;
  #isSilent = false;
  /** Of the next ping, or of the answer to the last. */
  #wait: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string) {
    const { protocol, host } = new URL(url);
    this.url = url;
    this.via_transport = protocol === 'wss:' ? 'WSS' : 'WS';
    this.sip_uri = `sip:${host};transport=ws`;
  }

  onconnect(): void {}
  ondisconnect(_isFault: boolean, _code?: number, _reason?: string): void {}
  ondata<T>(_data: T): void {}

  connect(): void {
    if (this.#socket !== null || this.#isSilent) return;
    const opened = new WebSocket(this.url, 'sip');
    opened.binaryType = 'arraybuffer';
    this.#socket = opened;
    opened.onopen = () => {
      this.#heard(opened);
      this.onconnect();
    };
    opened.onmessage = ({ data }) => {
      this.#heard(opened);
      this.ondata(data);
    };
    opened.onclose = ({ code, reason }) => this.#gone(opened, code, reason);
  }

  disconnect(): void {
    clearTimeout(this.#wait);
    const closing = this.#socket;
    this.#socket = null;
    closing?.close();
  }

  /** Nothing more leaves it: what is left of a call has gone to another device. */
  fallSilent(): void {
    this.#isSilent = true;
    this.disconnect();
  }

  send(message: string | ArrayBuffer | Blob | ArrayBufferView<ArrayBuffer>): boolean {
    if (!this.isConnected()) return false;
    this.#socket?.send(message);
    return true;
  }

  isConnected(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  isConnecting(): boolean {
    return this.#socket?.readyState === WebSocket.CONNECTING;
  }

  #heard(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    clearTimeout(this.#wait);
    this.#wait = setTimeout(() => {
      socket.send(ping);
      this.#wait = setTimeout(() => this.#gone(socket, silent, 'silent'), answerWithinMs);
    }, pingAfterMs);
  }

  #gone(socket: WebSocket, code: number, reason: string): void {
    if (this.#socket !== socket) return;
    this.disconnect();
    this.ondisconnect(true, code, reason);
  }
}
