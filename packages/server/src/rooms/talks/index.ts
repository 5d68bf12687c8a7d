export { bindTalks, type TalksParts } from './bind.ts';
export { exportTests, importTests, type LabResult, type PortableTest, portableTest, runPlanTests } from './lab.ts';
export { trialPlan } from './trial.store.ts';
