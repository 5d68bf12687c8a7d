import { useCallback, useState } from 'react';
import { Refusal } from '../../api/wire.ts';
import { useFirstWords } from '../../text/first-words.ts';
import { askReset, type ResetWish, resetState } from './login.api.ts';

/** How often the page looks whether the code was confirmed. */
const everyMs = 3_000;
/** Of this tab, so that a reload does not lose what was read out already. */
const keptKey = 'lx.reset';

interface Waiting {
  readonly code: string;
  readonly secret: string;
}
const kept = (): Waiting | null => {
  try {
    return JSON.parse(sessionStorage.getItem(keptKey) ?? 'null');
  } catch {
    return null;
  }
};

/** The page shows the reset instead of the sign-in: after a reload as before it. */
const openKey = 'lx.reset.open';
export const isResetOpen = (): boolean => sessionStorage.getItem(openKey) !== null;
export const keepResetOpen = (open: boolean): void =>
  open ? sessionStorage.setItem(openKey, '1') : sessionStorage.removeItem(openKey);

export interface Reset {
  /** The code that was given; null: none was asked for. */
  readonly waiting: Waiting | null;
  readonly state: 'waiting' | 'confirmed' | 'over';
  readonly busy: boolean;
  readonly refused: string;
  /** False when it was refused: the captcha is used up. */
  readonly ask: (wish: ResetWish) => Promise<boolean>;
  /** Does something with the secret of this browser; after it the reset is over. */
  readonly run: (work: (secret: string) => Promise<unknown>) => Promise<boolean>;
  /** Looks again and again until it is confirmed or over; answers how to stop. */
  readonly watch: () => () => void;
  readonly forget: () => void;
}

/** What the asking browser of a password reset knows; the secret never leaves it but to the server. */
export const useReset = (): Reset => {
  const { t } = useFirstWords();
  const [waiting, setWaiting] = useState(kept);
  const [state, setState] = useState<Reset['state']>('waiting');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const secret = waiting?.secret;

  const keep = useCallback((next: Waiting | null) => {
    if (next === null) sessionStorage.removeItem(keptKey);
    else sessionStorage.setItem(keptKey, JSON.stringify(next));
    setWaiting(next);
    setState('waiting');
    setRefused('');
  }, []);
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setRefused('');
    try {
      await work();
      return true;
    } catch (error) {
      setRefused(error instanceof Refusal ? error.message : t($ => $.failed));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const watch = useCallback(() => {
    if (secret === undefined) return () => undefined;
    const look = () =>
      resetState(secret).then(
        ({ state: now }) => setState(now),
        () => undefined,
      );
    void look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [secret]);

  return {
    waiting,
    state,
    busy,
    refused,
    ask: wish => attempt(async () => keep(await askReset(wish))),
    run: work =>
      attempt(async () => {
        await work(secret ?? '');
        keep(null);
      }),
    watch,
    forget: () => keep(null),
  };
};
