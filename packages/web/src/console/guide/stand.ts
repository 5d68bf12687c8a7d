import { create } from 'zustand';
import type { Stand } from './flow.ts';

/** Where the seat is in the guide of one call, and which question it was sent back to. */
export interface Standing extends Stand {
  readonly key: string;
  /** The question that kept it from hanging up or closing; drawn in red until it is answered. */
  readonly marked: string | null;
  /** Sent back so often: each time the question comes into view. */
  readonly sent: number;
}

const begin: Standing = { key: '', staying: null, skipped: [], marked: null, sent: 0 };

const useStanding = create<Standing>(() => begin);

export const useStand = (key: string): Standing => useStanding(stand => (stand.key === key ? stand : begin));

const change = (key: string, next: Partial<Standing>): void =>
  useStanding.setState(stand => ({ ...(stand.key === key ? stand : begin), ...next, key }));

export const stayAt = (key: string, id: string | null): void => change(key, { staying: id });
export const skip = (key: string, id: string): void => {
  const { key: now, skipped } = useStanding.getState();
  change(key, { staying: null, skipped: now === key ? [...skipped, id] : [id] });
};
/** Back to the question that is open. */
export const sendBack = (key: string, id: string): void =>
  change(key, { staying: id, marked: id, sent: useStanding.getState().sent + 1 });
export const unmark = (key: string): void => change(key, { marked: null });
