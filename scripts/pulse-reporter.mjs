/**
 * Tells the process that started a run of the test runner what begins and what ends (`test-run.mjs`), so that it sees a
 * run in which nothing moves, and which files took long.
 */
import { relative } from 'node:path';

const tell = what => process.send?.(what);
/** What went wrong outside of its tests: in a hook of the file or of a part of it, which the report has no words for. */
const hookErrorsOf = module =>
  [module, ...module.children.allSuites()].flatMap(suite =>
    suite.errors().map(({ stack, message }) => stack ?? message),
  );
const fileOf = ({ moduleId }) => relative(process.cwd(), moduleId);

export default class Pulse {
  onTestModuleStart(module) {
    tell({ began: fileOf(module) });
  }
  onTestModuleEnd(module) {
    const { duration, collectDuration } = module.diagnostic();
    tell({
      ended: fileOf(module),
      kind: module.project.name,
      ms: duration + collectDuration,
      errors: hookErrorsOf(module),
    });
  }
  onTestCaseReady(test) {
    tell({ began: `${fileOf(test.module)} ${test.fullName}` });
  }
  onTestCaseResult(test) {
    tell({ ended: `${fileOf(test.module)} ${test.fullName}` });
  }
}
