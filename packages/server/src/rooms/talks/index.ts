import type { FileStore } from '../../platform/files.ts';
import type { Front } from '../../platform/http/index.ts';
import { bindHearing, type HearOnce } from './hear.routes.ts';
import { bindParameterSearch } from './parameter-search.routes.ts';
import type { TalkWorld } from './run.ts';
import { bindRuns } from './talks.routes.ts';
import { bindTests } from './tests.routes.ts';

export { dateOfCall, findRunningCall, findTalkedCall, minuteOfCall } from './calls.store.ts';
export { testOfCall } from './from-call.policy.ts';
export { exportTests, importTests, maskedTests, type PortableTest, readTests, runPlanTests, runTests } from './lab.ts';
export { type BenchOf, faultsOnBench, openPlan, withBorrowed, workOnBench } from './talk-plan.ts';
export { countTests, deleteTest, deleteTests, insertTests, testNames } from './tests.store.ts';
export { trialPlan } from './trial.store.ts';

export interface TalksParts {
  readonly files: FileStore;
  readonly world: TalkWorld;
  readonly hear: HearOnce;
}

/** Test talks, the regression lab, and the parameter search of interruptions. */
export const bindTalks = (front: Front, { files, world, hear }: TalksParts): void => {
  bindRuns(front, world);
  bindTests(front, files.spaceFor);
  bindParameterSearch(front, files);
  bindHearing(front, { files, hear });
};
