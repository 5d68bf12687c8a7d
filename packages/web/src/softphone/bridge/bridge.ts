/**
 * The phone of a host program around this page: docs/host-bridge.md. A desktop softphone that shows our pages puts
 * such an object on `window` before they load; calls go through it then, instead of through the browser.
 */
export interface HostBridge {
  readonly version: 1;
  /** Registers at `url` with account, domain and secret, and stays registered until `unregister`. */
  register(account: BridgeAccount): void;
  /** `quietly`: without ending a call, which goes on elsewhere. */
  unregister(quietly: boolean): void;
  /** `headers`: to be carried in the INVITE as they are. */
  dial(to: string, headers: Readonly<Record<string, string>>): void;
  answer(): void;
  hangUp(): void;
  sendKeys(keys: string): void;
  mute(isMuted: boolean): void;
  on<Event extends keyof BridgeEvents>(event: Event, listener: (told: BridgeEvents[Event]) => void): () => void;
}

interface BridgeAccount {
  readonly account: string;
  readonly domain: string;
  readonly secret: string;
  readonly url: string;
}

/** `headers` by their names in lower case, of the INVITE or of the answer to ours. */
export interface BridgeEvents {
  registered: object;
  unregistered: { readonly because: 'lost' | 'refused' };
  ringing: { readonly from: string; readonly name: string; readonly headers: Readonly<Record<string, string>> };
  progress: { readonly headers: Readonly<Record<string, string>> };
  answered: { readonly headers: Readonly<Record<string, string>> };
  ended: {
    readonly by: 'me' | 'peer';
    readonly code: number;
    readonly headers: Readonly<Record<string, string>>;
  };
}

declare global {
  interface Window {
    lianxianBridge?: HostBridge;
  }
}
