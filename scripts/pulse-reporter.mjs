/**
 * Tells the process that started a run of the test runner what begins and what ends (`test-run.mjs`), so that it sees a
 * run in which nothing moves, and which files took long.
 */
import { relative } from 'node:path';

const tell = what => process.send?.(what);
const fileOf = ({ moduleId }) => relative(process.cwd(), moduleId);

export default class Pulse {
  onTestModuleStart(module) {
    tell({ began: fileOf(module) });
  }
  onTestModuleEnd(module) {
    const { duration, collectDuration } = module.diagnostic();
    tell({ ended: fileOf(module), kind: module.project.name, ms: duration + collectDuration });
  }
  onTestCaseReady(test) {
    tell({ began: `${fileOf(test.module)} ${test.fullName}` });
  }
  onTestCaseResult(test) {
    tell({ ended: `${fileOf(test.module)} ${test.fullName}` });
  }
}
