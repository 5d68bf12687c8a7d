import { blankDraft, type LineDraft } from '../draft.ts';

/**
 * How far a line has been connected, kept while the tab lives: a reload goes on where one was, and asks for the password
 * again. From the check on there is a line; a step is open when all before it are done.
 *
 *   way → address ─(saved)→ check → numbers → call → done
 */
export const connectSteps = ['way', 'address', 'check', 'numbers', 'call', 'done'] as const;
type ConnectStep = (typeof connectSteps)[number];

export interface Connecting {
  readonly step: ConnectStep;
  readonly draft: LineDraft;
  /** The line, once it is saved. */
  readonly lineId: string | null;
  readonly numbers: string;
  readonly phone: string;
  /** The last call to one's own phone, and whether the robot was heard. */
  readonly callId: string | null;
  readonly heard: boolean | null;
}

export const freshConnecting: Connecting = {
  step: 'way',
  draft: blankDraft,
  lineId: null,
  numbers: '',
  phone: '',
  callId: null,
  heard: null,
};

/** Steps that may be gone to: without a line only the first two, done only when it was heard. */
export const isOpen = ({ lineId, heard }: Connecting, step: ConnectStep): boolean => {
  if (step === 'way' || step === 'address') return true;
  return lineId !== null && (step !== 'done' || heard === true);
};

const storageKey = 'lx.connect';

export const keepConnecting = (connecting: Connecting): void => {
  const { draft } = connecting;
  sessionStorage.setItem(storageKey, JSON.stringify({ ...connecting, draft: { ...draft, password: '' } }));
};

/** What was kept; from the start when there is nothing, or it is of another release. */
export const keptConnecting = (): Connecting => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Connecting>;
    const whole = { ...freshConnecting, ...kept, draft: { ...blankDraft, ...kept.draft } };
    return connectSteps.includes(whole.step) && isOpen(whole, whole.step) ? whole : freshConnecting;
  } catch {
    return freshConnecting;
  }
};

export const forgetConnecting = (): void => sessionStorage.removeItem(storageKey);
