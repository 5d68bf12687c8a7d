import type { HouseOptions } from '../src/composition/process-context.ts';
import type { Config } from '../src/config.ts';
import { startTestDatabase } from './database.ts';
import { openHouseOn, type TestHouse } from './open-house.ts';
import type { TestDatabase } from './template.ts';

export { type TestHouse, testConfig } from './open-house.ts';

/** Opens a house on a database of its own; close it in `afterAll`. */
export const startTestHouse = async (
  over: Partial<Config> = {},
  options: (test: TestDatabase) => HouseOptions = () => ({}),
): Promise<TestHouse> => {
  const test = await startTestDatabase();
  return await openHouseOn(test, over, options(test));
};
