import { when } from '../../ui/format.ts';

const hourMs = 3_600_000;
/** `2026-11-29T09:00`, as a field of day and time has it, by the merchant's clock. */
export const wallClock = (at: Date): string => when(at.toISOString(), new Date(0), '').replace(' ', 'T');
/** The next full hour but one. */
export const hourToCome = (): string => wallClock(new Date(Math.ceil(Date.now() / hourMs + 1) * hourMs));
