import { onTestFinished } from 'vitest';
import type { BridgeEvents, HostBridge } from '../softphone/bridge/bridge.ts';

type Listener = (told: never) => void;

/** The phone of a host program (docs/host-bridge.md), small and true: it registers, one rings it, it says what happens. */
export interface HostPhone {
  readonly dialled: { readonly to: string; readonly headers: Readonly<Record<string, string>> }[];
  readonly keys: string[];
  /** Somebody calls it. */
  readonly rings: (of: { callId: string; kind: string; from: string; name?: string }) => void;
  /** The call has an id; the far end rings. */
  readonly progresses: (callId: string) => void;
  readonly isPickedUp: (callId: string) => void;
  /** The far end hangs up. */
  readonly isLeft: () => void;
  readonly isInCall: () => boolean;
}

/** On the window before the page goes online; taken away with the test. */
export const hostPhone = (): HostPhone => {
  const listeners = new Map<string, Set<Listener>>();
  const tell = <Event extends keyof BridgeEvents>(event: Event, told: BridgeEvents[Event]): void => {
    for (const listener of listeners.get(event) ?? []) (listener as (told: BridgeEvents[Event]) => void)(told);
  };
  const dialled: HostPhone['dialled'] = [];
  const keys: string[] = [];
  let inCall = false;
  let log: Readonly<Record<string, string>> = {};
  const answered = () => {
    inCall = true;
    tell('answered', { headers: log });
  };
  const ended = (by: 'me' | 'peer') => {
    inCall = false;
    tell('ended', { by, code: 0, headers: {} });
  };
  const bridge: HostBridge = {
    version: 1,
    register: () => queueMicrotask(() => tell('registered', {})),
    unregister: () => undefined,
    dial: (to, headers) => void dialled.push({ to, headers }),
    answer: () => queueMicrotask(answered),
    hangUp: () => queueMicrotask(() => ended('me')),
    sendKeys: sent => void keys.push(sent),
    mute: () => undefined,
    on: (event, listener) => {
      const of = listeners.get(event) ?? new Set();
      listeners.set(event, of.add(listener));
      return () => void of.delete(listener);
    },
  };
  window.lianxianBridge = bridge;
  onTestFinished(() => {
    delete window.lianxianBridge;
  });
  return {
    dialled,
    keys,
    isInCall: () => inCall,
    rings: ({ callId, kind, from, name = '' }) => {
      log = { 'x-log-id': callId };
      tell('ringing', { from, name, headers: { ...log, 'x-call-kind': kind } });
    },
    progresses: callId => {
      log = { 'x-log-id': callId };
      tell('progress', { headers: log });
    },
    isPickedUp: callId => {
      log = { 'x-log-id': callId };
      answered();
    },
    isLeft: () => ended('peer'),
  };
};
