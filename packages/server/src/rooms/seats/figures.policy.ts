import type { SeatState } from '@lianxian/core';

/** Seconds that a seat was each thing, and calls it had there. */
interface SeatSum {
  readonly employeeId: string;
  readonly state: SeatState;
  readonly seconds: number;
  readonly calls: number;
}

interface SeatFigures {
  readonly calls: number;
  readonly talkS: number;
  readonly holdS: number;
  readonly wrapUpS: number;
  readonly signedOnS: number;
  readonly breakS: number;
  readonly occupancy: number | null;
}

/** Of one seat. Occupancy: of the time it was there to be called, how much it worked on calls. */
export const figuresOf = (sums: readonly SeatSum[]): SeatFigures => {
  const secondsOf = (state: SeatState): number => sums.find(sum => sum.state === state)?.seconds ?? 0;
  const [talkS, holdS, wrapUpS, breakS] = [
    secondsOf('inCall'),
    secondsOf('held'),
    secondsOf('wrapUp'),
    secondsOf('break'),
  ];
  const signedOnS = sums.reduce((total, { seconds }) => total + seconds, 0);
  const thereS = signedOnS - breakS;
  return {
    calls: sums.find(({ state }) => state === 'inCall')?.calls ?? 0,
    ...{ talkS, holdS, wrapUpS, signedOnS, breakS },
    occupancy: thereS <= 0 ? null : (talkS + holdS + wrapUpS) / thereS,
  };
};
