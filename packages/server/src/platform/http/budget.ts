import { BoundedMap } from '@lianxian/core/kit';
import type { Clock } from '../time.ts';
import { refuse } from './refusal.ts';
import { type Session, whoLooks } from './session.ts';

/**
 * What one person may ask of the costly endpoints a minute (`Endpoint.rateCost`), beside what an address may ask of all: a
 * token in a loop fills no disk with sheets. Kept in this process: of several web processes each gives as much.
 */
export type Spend = (session: Pick<Session, 'merchantId' | 'employeeId' | 'preview'>, rateCost: number) => void;

const MINUTE_MS = 60_000;
/** People at once; the one who began first is forgotten first. */
const MOST_PEOPLE = 10_000;

interface Minute {
  readonly endsAt: number;
  readonly spent: number;
}

/** A minute begins with the first thing asked for. Throws 107 with the seconds that are left of it. */
export const openBudgets = (points: number, clock: Clock): Spend => {
  const minutes = new BoundedMap<string, Minute>(MOST_PEOPLE);
  return (session, rateCost) => {
    if (rateCost === 0) return;
    const key = `${session.merchantId} ${whoLooks(session)}`;
    const now = clock.now().getTime();
    const running = minutes.get(key);
    const minute = running && running.endsAt > now ? running : { endsAt: now + MINUTE_MS, spent: 0 };
    if (minute.spent + rateCost > points)
      throw refuse('tooMany', { seconds: Math.ceil((minute.endsAt - now) / 1_000) });
    minutes.set(key, { ...minute, spent: minute.spent + rateCost });
  };
};
