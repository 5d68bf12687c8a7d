import type { Browser } from 'playwright-core';
import type { Api } from '../house/api.ts';
import type { House } from '../house/house.ts';

/** What every scene of the journey stands on: one house with its demo merchant signed in, and one browser. */
export interface Ground {
  readonly house: House;
  readonly api: Api;
  readonly planId: string;
  readonly practiceLineId: string;
  /** Null where there is no Chromium. */
  readonly browser: Browser | null;
}
