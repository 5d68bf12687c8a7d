import type { BridgeEvents, HostBridge } from '../softphone/bridge/bridge.ts';
import { createSipPhone } from '../softphone/jssip/sip-phone.ts';
import type { PhoneNews } from '../softphone/port.ts';

/** Headers of a call as a host tells them: what is null is not there. */
const headersOf = (headers: Readonly<Record<string, string | null>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

type Told = {
  [Event in keyof BridgeEvents]: { readonly event: Event; readonly told: BridgeEvents[Event] };
}[keyof BridgeEvents];

const toldOf = (news: PhoneNews): Told | null => {
  switch (news.type) {
    case 'registered':
      return { event: 'registered', told: {} };
    case 'lost':
    case 'refused':
      return { event: 'unregistered', told: { because: news.type } };
    case 'rang': {
      const { from, name, callId, kind } = news;
      const resume = kind === 'resume' ? '1' : null;
      const headers = headersOf({ 'x-log-id': callId, 'x-call-kind': kind, 'x-resume': resume });
      return { event: 'ringing', told: { from, name: name ?? '', headers } };
    }
    case 'progress':
      return {
        event: 'progress',
        told: { headers: headersOf({ 'x-log-id': news.callId, 'x-warning': news.warning }) },
      };
    case 'answered':
      return { event: 'answered', told: { headers: headersOf({ 'x-log-id': news.callId }) } };
    case 'ended': {
      const { by, code, because } = news;
      return { event: 'ended', told: { by, code, headers: headersOf({ 'x-because': because }) } };
    }
    default:
      return null;
  }
};

/** A host program's telephone as docs/host-bridge.md wants it: small, and true, for it speaks SIP itself. */
export const createHostBridge = (): HostBridge => {
  const phone = createSipPhone();
  return {
    version: 1,
    register: account => phone.register({ ...account, stun: null }),
    unregister: phone.unregister,
    dial: (to, headers) =>
      phone.dial(
        to,
        Object.entries(headers).map(([name, value]) => ({ name, value })),
      ),
    answer: phone.answer,
    hangUp: phone.hangUp,
    sendKeys: phone.sendKeys,
    mute: phone.mute,
    on: (event, listener) =>
      phone.subscribe(news => {
        const said = toldOf(news);
        if (said?.event === event) listener(said.told as never);
      }),
  };
};
