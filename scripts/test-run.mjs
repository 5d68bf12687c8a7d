/** Runs of the test runner: started, watched while they go on, and read when they are over. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './run-part.mjs';

/**
 * No test and no file began or ended for so long: longer than the longest of them may take, however busy the machine is.
 * A run that goes on slowly is waited for; one that hangs must still say its last line.
 */
const QUIET_LIMIT_MS = 6 * 60_000;
const LOOK_EVERY_MS = 5_000;

/** What was wrong, without where: the first lines say what was awaited or differs. */
const headOf = text =>
  stripVTControlCharacters(text ?? '')
    .split(/\n\s+at /, 1)[0]
    .replace(/\s*\n\s*/g, ' | ')
    .slice(0, MOST_SAID);
const MOST_SAID = 600;

/** Ends a run in which nothing moves, and says what it was at. */
const watch = (child, files) => {
  const open = new Set();
  let movedAt = performance.now();
  child.on('message', ({ began, ended, kind, ms, errors }) => {
    movedAt = performance.now();
    if (began !== undefined) open.add(began);
    if (ended !== undefined) open.delete(ended);
    if (ms !== undefined) files.push({ file: ended, kind, ms, errors });
  });
  const looking = setInterval(() => {
    if (performance.now() - movedAt < QUIET_LIMIT_MS) return;
    process.stdout.write(`✗ nothing moved for ${QUIET_LIMIT_MS / 60_000} minutes\n`);
    for (const what of open) process.stdout.write(`✗ did not end: ${what}\n`);
    child.kill('SIGKILL');
  }, LOOK_EVERY_MS);
  child.once('close', () => clearInterval(looking));
};

/**
 * A file that could not even be loaded has no tests in the report, but it failed; a run without a report failed too.
 * What failed is named once more at the end: of a long run's output a build server may keep the last lines alone.
 */
const readReport = (reportFile, files) => {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  const failed = report.testResults.filter(({ status }) => status === 'failed');
  for (const file of failed) {
    const tests = file.assertionResults.filter(each => each.status === 'failed');
    const name = relative(root, file.name);
    const inHooks = files.filter(each => each.file === name).flatMap(({ errors }) => errors.map(headOf));
    const said = [...tests.map(test => `${test.fullName}: ${headOf(test.failureMessages[0])}`), ...inHooks];
    for (const line of said.length > 0 ? said : [headOf(file.message)]) process.stdout.write(`✗ ${name} ${line}\n`);
  }
  const unloaded = failed.filter(file => !file.assertionResults.some(each => each.status === 'failed'));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
};

/** One run over some of the projects (vitest.config.ts), or over the files the caller asked for among them. */
export const runTests = (projects, { folder, env, asked }) =>
  new Promise(resolve => {
    const startedAt = performance.now();
    const reportFile = join(folder, `report-${projects[0]}.json`);
    const files = [];
    const child = spawn(
      join(root, 'node_modules/.bin/vitest'),
      [
        'run',
        ...projects.flatMap(project => ['--project', project]),
        '--reporter=default',
        '--reporter=json',
        `--reporter=${join(root, 'scripts/pulse-reporter.mjs')}`,
        `--outputFile.json=${reportFile}`,
        ...(asked.length > 0 ? ['--passWithNoTests', ...asked] : []),
      ],
      { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'], shell: process.platform === 'win32' },
    );
    watch(child, files);
    const over = well => {
      const seconds = (performance.now() - startedAt) / 1_000;
      resolve({ projects, well, seconds, files, read: () => readReport(reportFile, files) });
    };
    child.once('error', () => over(false));
    child.once('close', code => over(code === 0));
  });
