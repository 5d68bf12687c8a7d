import { endpoints } from '@lianxian/contract';
import i18next from 'i18next';
import { useEffect } from 'react';
import { create } from 'zustand';
import { call } from '../api/call.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { chime } from './chime.ts';
import { leads } from './leader.ts';
import { listenTo } from './socket.ts';

/**
 * A call that came to an A, or was given one, is told by a sound and by the desktop; each can be off. A person chooses for
 * this browser, which is asked for leave when the desktop is switched on. One tab does it.
 */
interface Told {
  readonly sound: boolean;
  readonly desktop: boolean;
}
const usual: Told = { sound: true, desktop: false };
const keyOf = (account: string) => `lx.good-calls.${account}`;

const useTold = create<{ readonly account: string; readonly told: Told }>(() => ({ account: '', told: usual }));

const read = (account: string): Told => {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(account)) ?? '{}') as Partial<Told>;
    return { sound: kept.sound ?? usual.sound, desktop: (kept.desktop ?? usual.desktop) && isAllowed() };
  } catch {
    return usual;
  }
};

const isAllowed = () => 'Notification' in window && Notification.permission === 'granted';

const choose = (part: Partial<Told>): void => {
  const { account, told } = useTold.getState();
  const next = { ...told, ...part };
  localStorage.setItem(keyOf(account), JSON.stringify(next));
  useTold.setState({ told: next });
};

/** How good calls are told to this person, and ways to change it; null: may not see calls. */
export const useGoodCallChoices = () => {
  const user = useCurrentUser();
  const { told } = useTold();
  if (!user?.rights.includes('callLog')) return null;
  return {
    ...told,
    toggleSound: () => {
      if (!told.sound) chime();
      choose({ sound: !told.sound });
    },
    /** False: the browser does not give leave. */
    toggleDesktop: async (): Promise<boolean> => {
      if (told.desktop) {
        choose({ desktop: false });
        return true;
      }
      if (!('Notification' in window) || (await Notification.requestPermission()) !== 'granted') return false;
      choose({ desktop: true });
      return true;
    },
  };
};

/** Asks for leave where nobody has answered yet; from a click. */
export const askForDesktop = (): void => {
  if ('Notification' in window && Notification.permission === 'default') void Notification.requestPermission();
};

interface DesktopNotice {
  readonly title: string;
  readonly body: string;
  /** One of its kind at a time. */
  readonly tag: string;
  /** Until it is clicked or taken back. */
  readonly stays?: boolean;
  readonly onOpen?: () => void;
}
/** Says it on the desktop, where there is leave; a click leads here. The answer takes it back. */
export const tellDesktop = ({ title, body, tag, stays = false, onOpen }: DesktopNotice): (() => void) => {
  if (!isAllowed()) return () => undefined;
  const notice = new Notification(title, { body, tag, requireInteraction: stays });
  notice.onclick = () => {
    window.focus();
    onOpen?.();
    notice.close();
  };
  return () => notice.close();
};

/** Outside of one's scope a call is nobody's: the server refuses, and nothing is told. */
const tell = async (id: string, open: (path: string) => void): Promise<void> => {
  const { told } = useTold.getState();
  if (!told.sound && !told.desktop) return;
  const { phone, calleeName, levelRule } = await call(endpoints.call.detail, { id }, { quiet: true });
  if (told.sound) chime();
  if (!told.desktop) return;
  tellDesktop({
    title: i18next.t($ => $.goodCall.title, { ns: 'shell', who: calleeName || phone }),
    body: [calleeName && phone, levelRule].filter(Boolean).join(' · '),
    tag: id,
    onOpen: () => open(`/platform/call/${id}`),
  });
};

/** Tells of good calls while somebody is signed in who may see them. */
export const useGoodCalls = (open: (path: string) => void): void => {
  const user = useCurrentUser();
  const account = user?.rights.includes('callLog') ? user.account : null;
  useEffect(() => {
    if (account === null) return;
    useTold.setState({ account, told: read(account) });
    return listenTo('calls', message => {
      if (message.type !== 'callFiled' || message.level !== 'A' || !leads()) return;
      tell(message.id, open).catch(() => undefined);
    });
  }, [account, open]);
};
