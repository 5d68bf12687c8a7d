import {
  type Choosable,
  chooseProvider,
  isForGood,
  isPracticeNumber,
  type MayNot,
  type ProviderKind,
} from '@lianxian/core';

/** Causes that are the provider's own: it rests after some of them, and others go before it. */
const OF_PROVIDER = ['unreachable', 'signIn', 'notAllowed', 'notAnAddress', 'redirected', 'nonsense', 'timeout'];
/** It is too much at this moment: the same provider may have it a little later. */
export const isNotNow = (because: string): boolean => because.split(':')[0] === 'throttled';
export const isOfProvider = (because: string): boolean => OF_PROVIDER.includes(because.split(':')[0]!);

/** What becomes of a message whose turn it is. */
export interface ProviderNow extends Choosable {
  readonly kind: ProviderKind;
  /** For so long nothing is handed to it; 0 or less: it works. */
  readonly restMs: number;
  /** Messages that it takes at this moment. */
  readonly room: number;
  /** Sends by the names of its own templates alone. */
  readonly needsCode: boolean;
}

export const works = ({ restMs }: ProviderNow): boolean => restMs <= 0;

interface Judged {
  readonly id: string;
  readonly phone: string;
  readonly because: string;
  readonly onlyProvider: string | null;
  readonly tried: readonly string[];
  readonly codes: readonly { readonly providerId: string; readonly code: string }[];
  readonly isUsable: boolean;
  readonly isOld: boolean;
}

export type Judgement =
  | { readonly does: 'hand'; readonly providerId: string }
  | { readonly does: 'wait'; readonly because: string; readonly afterS: number }
  /** Nothing is said of it: its turn comes. */
  | { readonly does: 'stay' }
  | { readonly does: 'end'; readonly event: 'withheld' | 'expired' | 'cancelled'; readonly because: string };

/** There is none, or none that works. */
const NOBODY = 'noProvider';
const NOBODY_S = 60;
const RESTING_S = 10;

const end = (event: 'withheld' | 'expired' | 'cancelled', because: string): Judgement => ({
  does: 'end',
  event,
  because,
});

/** Outside its hours a message waits; what else speaks against it ends it, and its sender is told so. */
const byRules = ({ because, ...mayNot }: MayNot): Judgement => {
  const isHours = because === 'hours' || because === 'holiday' || because === 'yearUnknown';
  if (isForGood({ because, ...mayNot } as MayNot) || !isHours || mayNot.afterMinutes === null)
    return end('withheld', because);
  return { does: 'wait', because, afterS: Math.max(60, mayNot.afterMinutes * 60) };
};

const hasCode = ({ codes }: Judged, id: string): boolean =>
  codes.some(({ providerId, code }) => providerId === id && code !== '');

export const judge = (message: Judged, mayNot: MayNot | null, providers: readonly ProviderNow[]): Judgement => {
  if (message.isOld) return end('expired', 'expired');
  if (!message.isUsable) return end('withheld', 'templateGone');
  if (mayNot !== null) return byRules(mayNot);
  const isPractice = isPracticeNumber(message.phone);
  const meant = providers.filter(
    ({ id, kind }) => (message.onlyProvider === null || message.onlyProvider === id) && (!isPractice || kind === 'log'),
  );
  if (meant.length === 0) {
    if (isPractice && providers.length > 0) return end('withheld', 'practiceNumber');
    return { does: 'wait', because: NOBODY, afterS: NOBODY_S };
  }
  const able = meant.filter(({ id, needsCode }) => !needsCode || hasCode(message, id));
  if (able.length === 0) return end('withheld', 'templateCode');
  const untried = able.filter(({ id }) => !message.tried.includes(id));
  // Where it was the providers' own fault, and surely none took it, they may have it again when they are well.
  const isTheirs = message.because === NOBODY || isOfProvider(message.because);
  const left = untried.length === 0 && isTheirs ? able : untried;
  if (left.length === 0) return end('expired', message.because === '' ? NOBODY : message.because);
  const working = left.filter(works);
  if (working.length === 0) {
    const restS = Math.ceil(Math.min(...left.map(({ restMs }) => restMs)) / 1_000);
    return { does: 'wait', because: NOBODY, afterS: Math.min(restS, RESTING_S) };
  }
  const chosen = chooseProvider(working, message.id);
  return chosen === null || chosen.room <= 0 ? { does: 'stay' } : { does: 'hand', providerId: chosen.id };
};
