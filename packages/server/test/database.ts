import { inject } from 'vitest';
import { cloneTemplate, type TestDatabase, type TestMerchant } from './template.ts';

export type { TestDatabase, TestMerchant } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server of this run's template. */
    databaseServer: string;
    merchants: readonly [TestMerchant, TestMerchant];
  }
}

/** Clones the run's template; close it in `afterAll`. */
export const startTestDatabase = (): Promise<TestDatabase> =>
  cloneTemplate({ url: inject('databaseServer'), merchants: inject('merchants') });
