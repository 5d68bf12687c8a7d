import { keep, keptKey, readKept } from '../api/kept.ts';
import type { SeatCall } from './seat-store.ts';

/** What this browser keeps of an account's seat, so that a reload goes on where one was. */
const keyOf = (what: 'switchState' | 'plan', account: string) => `lx.seat.${what}.${account}`;

/** The original's switchState: 1 while one wishes to be connected, 0 once one has switched off (O-249). */
export const readSwitch = (account: string): 0 | 1 =>
  localStorage.getItem(keyOf('switchState', account)) === '1' ? 1 : 0;
export const keepSwitch = (account: string, switchState: 0 | 1): void =>
  localStorage.setItem(keyOf('switchState', account), String(switchState));

export const readPlan = (account: string): string => localStorage.getItem(keyOf('plan', account)) ?? '';
export const keepPlan = (account: string, planId: string): void => localStorage.setItem(keyOf('plan', account), planId);

/** The call one had before one: its timer and what it was are true at once, before the server is asked. */
export const readKeptCall = (account: string): SeatCall | null => readKept(keptKey('call', account)) as SeatCall | null;
export const keepCall = (account: string, call: SeatCall | null): void => keep(keptKey('call', account), call);
