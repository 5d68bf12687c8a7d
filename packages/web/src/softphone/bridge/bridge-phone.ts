import { type CallKind, callKinds, type Phone, type PhoneNews } from '../port.ts';
import type { BridgeEvents, HostBridge } from './bridge.ts';

const kindOf = (headers: Readonly<Record<string, string>>): CallKind => {
  if (headers['x-resume'] === '1') return 'resume';
  return callKinds.find(kind => kind === headers['x-call-kind']) ?? 'handover';
};

/** What the host says, as the seat hears any phone; its devices and levels are the host's own. */
export const createBridgePhone = (bridge: HostBridge): Phone => {
  const listeners = new Set<(news: PhoneNews) => void>();
  const tell = (news: PhoneNews): void => {
    for (const listener of listeners) listener(news);
  };
  let stops: readonly (() => void)[] = [];
  const hear = <Event extends keyof BridgeEvents>(event: Event, says: (told: BridgeEvents[Event]) => PhoneNews) =>
    bridge.on(event, told => tell(says(told)));
  const hearAll = () => [
    hear('registered', () => ({ type: 'registered' })),
    hear('unregistered', ({ because }) => ({ type: because, because })),
    hear('ringing', ({ from, name, headers }) => ({
      ...{ type: 'rang', from, name: name || null },
      ...{ callId: headers['x-log-id'] ?? null, kind: kindOf(headers) },
    })),
    hear('progress', ({ headers }) => ({
      ...{ type: 'progress', callId: headers['x-log-id'] ?? null, warning: headers['x-warning'] ?? null },
    })),
    hear('answered', ({ headers }) => ({ type: 'answered', callId: headers['x-log-id'] ?? null })),
    hear('ended', ({ by, code, headers }) => ({ type: 'ended', by, code, because: headers['x-because'] ?? null })),
  ];
  return {
    register: ({ account, domain, secret, url }) => {
      for (const stop of stops) stop();
      stops = hearAll();
      bridge.register({ account, domain, secret, url });
    },
    unregister: quietly => {
      for (const stop of stops) stop();
      stops = [];
      bridge.unregister(quietly);
    },
    dial: (to, headers) => bridge.dial(to, Object.fromEntries(headers.map(({ name, value }) => [name, value]))),
    answer: () => bridge.answer(),
    hangUp: () => bridge.hangUp(),
    forget: () => bridge.hangUp(),
    sendKeys: keys => bridge.sendKeys(keys),
    mute: isMuted => bridge.mute(isMuted),
    takeDevices: () => undefined,
    levels: () => ({ mine: 0, theirs: 0 }),
    quality: async () => null,
    subscribe: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
