import { create } from 'zustand';
import { dayAgo } from '../../../ui/day-ago.ts';

/** Which calls the figures are of: days of the merchant, both included, one version of the plan or all, trials or the others. */
export interface HeatDays {
  readonly from: string;
  readonly to: string;
  /** Null: all of them. */
  readonly version: number | null;
  readonly byHand: boolean;
}

/** A week up to today. */
const lastWeek = (): HeatDays => ({ from: dayAgo(6), to: dayAgo(0), version: null, byHand: false });

const useDays = create<{ readonly byPlan: Readonly<Record<string, HeatDays>> }>(() => ({ byPlan: {} }));

/** The days that are looked at; they stay while the studio is left and come back to. */
export const useHeatDays = (planId: string): HeatDays => {
  const chosen = useDays(({ byPlan }) => byPlan[planId]);
  return chosen ?? lastWeek();
};

export const chooseDays = (planId: string, chosen: HeatDays): void =>
  useDays.setState(({ byPlan }) => ({ byPlan: { ...byPlan, [planId]: chosen } }));
