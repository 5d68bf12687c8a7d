import type { SeatStrategy } from '@lianxian/core';
import { BoundedMap } from '@lianxian/core/kit';
import type { SeatHold, SeatsAnywhere } from './anywhere.ts';
import { chosenOf } from './choose.policy.ts';

/**
 * Looks for a seat that takes a call: a seat itself, or a group by its strategy. Who is found is reserved, so that no seat is rung
 * for two calls, and whoever was rung once is not rung again for the same call.
 */
interface Hunt {
  /**
   * The next to ring, reserved for the call; several, and no more than `places`, where all are rung at once. None: nobody is
   * left, or free.
   */
  readonly round: (places?: number) => Promise<readonly Found[]>;
}

export interface Found extends SeatHold {
  readonly ringMs: number;
}

export type HuntFor = { readonly type: 'seat'; readonly id: string } | { readonly type: 'group'; readonly id: string };

interface Group {
  readonly strategy: SeatStrategy;
  readonly ringMs: number;
  readonly members: readonly string[];
}

interface HuntParts {
  /** Null: there is none of that merchant, or it was removed. */
  readonly groupOf: (merchantId: string, group: string) => Promise<Group | null>;
  readonly ringMsOf: (merchantId: string) => Promise<number>;
  readonly seats: Pick<SeatsAnywhere, 'free' | 'reserve'>;
}

export type OpenHunt = (
  of: { readonly merchantId: string; readonly call: string },
  to: HuntFor,
  /** Who is not to be rung: had the call before, or hands it on. */
  except?: readonly string[],
) => Hunt;

/** Whose turn it is is remembered of so many groups; of another one it begins anew. */
const MOST_GROUPS = 10_000;

export const huntsWith = ({ groupOf, ringMsOf, seats }: HuntParts): OpenHunt => {
  /** Of each group, who was rung last: the next call begins behind them. */
  const last = new BoundedMap<string, string>(MOST_GROUPS);

  return ({ merchantId, call }, to, except = []) => {
    const tried = new Set(except);
    const reserved = (chosen: readonly string[], ringMs: number): readonly Found[] =>
      chosen.flatMap(seat => {
        tried.add(seat);
        const hold = seats.reserve(seat, call);
        return hold === null ? [] : [{ ...hold, ringMs }];
      });

    const ofSeat = async (seat: string): Promise<readonly Found[]> => {
      if (tried.has(seat)) return [];
      const [ringMs, free] = await Promise.all([ringMsOf(merchantId), seats.free(merchantId, [seat])]);
      return free.has(seat) ? reserved([seat], ringMs) : [];
    };

    const ofGroup = async (id: string, places: number): Promise<readonly Found[]> => {
      const group = await groupOf(merchantId, id);
      if (group === null) return [];
      const { strategy, ringMs } = group;
      const free = await seats.free(merchantId, group.members);
      const members = group.members.map(seat => ({ seat, freeSince: free.get(seat) ?? null }));
      const chosen = chosenOf({ strategy, members, tried, last: last.get(id) ?? null }).slice(0, places);
      const rung = chosen.at(-1);
      if (rung === undefined) return [];
      last.set(id, rung);
      const found = reserved(chosen, ringMs);
      // Whoever has been given another call meanwhile was tried: there may be others.
      return found.length > 0 ? found : ofGroup(id, places);
    };

    return { round: (places = Infinity) => (to.type === 'seat' ? ofSeat(to.id) : ofGroup(to.id, places)) };
  };
};
