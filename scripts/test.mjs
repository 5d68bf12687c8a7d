/**
 * `npm test`: everything but the long proofs, from a fresh clone. Brings what it needs, runs format, lint, types and all
 * kinds of tests, proves that nothing is left running, and ends with `N passed, N failed, N skipped`.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildWebWhenStale } from '../packages/server/src/supervisor/web-build.ts';
import { endLeftOvers } from './left-overs.mjs';
import { root, runPart, runStaticParts } from './run-part.mjs';
import { bringSystemTools } from './system-tools.mjs';

/** Of each run. All together take less on two quiet cores; one that hangs must still say its last line. */
const TESTS_LIMIT_MS = 20 * 60_000;

const mark = `LIANXIAN_TEST_RUN=${randomUUID()}`;
const asked = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'lianxian-test-'));
// PostgreSQL runs as another user when we are root, and must be able to pass.
chmodSync(folder, 0o755);
const reports = [];

/**
 * One run of the test runner over some of its projects, or of the files the caller asked for among them.
 * @returns whether it ended well.
 */
const runVitest = projects =>
  new Promise(resolve => {
    const [name, value] = mark.split('=');
    const reportFile = join(folder, `report-${reports.length}.json`);
    reports.push(reportFile);
    const child = spawn(
      join(root, 'node_modules/.bin/vitest'),
      [
        'run',
        ...projects.flatMap(project => ['--project', project]),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
        ...(asked.length > 0 ? ['--passWithNoTests', ...asked] : []),
      ],
      {
        cwd: root,
        env: { ...process.env, [name]: value, TMPDIR: folder },
        stdio: ['ignore', 'inherit', 'inherit'],
        timeout: TESTS_LIMIT_MS,
        shell: process.platform === 'win32',
      },
    );
    child.once('error', () => resolve(false));
    child.once('exit', code => resolve(code === 0));
  });

const firstLine = text => (text ?? '').split('\n', 1)[0];

/**
 * A file that could not even be loaded has no tests in the report, but it failed; a run without a report failed too.
 * What failed is named once more at the end: of a long run's output a build server may keep the last lines alone.
 */
const readReport = reportFile => {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  for (const file of report.testResults.filter(each => each.status === 'failed')) {
    const tests = file.assertionResults.filter(each => each.status === 'failed');
    const said = tests.map(test => `${test.fullName}: ${firstLine(test.failureMessages[0])}`);
    for (const line of said.length > 0 ? said : [firstLine(file.message)])
      process.stdout.write(`✗ ${relative(root, file.name)} ${line}\n`);
  }
  const unloaded = report.testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(each => each.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
};

const buildWeb = async () => {
  try {
    await buildWebWhenStale(join(root, 'packages/web/dist'), AbortSignal.timeout(5 * 60_000));
    return true;
  } catch (error) {
    process.stdout.write(`✗ web build\n${error.message}\n`);
    return false;
  }
};

let brokenGates = bringSystemTools();
if (!(await buildWeb())) brokenGates += 1;
else if (!(await runPart('bundle sizes', 'node', ['packages/web/bundle-sizes.ts']))) brokenGates += 1;
brokenGates += (await runStaticParts()).filter(well => !well).length;
const startedAt = performance.now();
// Two runs, so that neither needs the other's time; what is in them comes kind by kind (vitest.config.ts).
const well = [
  await runVitest(['fast', 'slice', 'house', 'interop', 'alone']),
  await runVitest(['journey', 'page (chromium)']),
];
const counts = reports.map(readReport);
const sum = key => counts.reduce((total, each) => total + each[key], 0);
const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
process.stdout.write(`tests took ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes\n`);
const leftOvers = await endLeftOvers(mark, folder);
for (const { pid, command } of leftOvers) process.stdout.write(`✗ left running: ${pid} ${command}\n`);
rmSync(folder, { recursive: true, force: true });
if (leftOvers.length > 0) brokenGates += 1;
if (passed + failed + skipped === 0) brokenGates += 1;
// The runner may fail without a failed test: an error that nobody caught.
if (well.includes(false) && failed === 0) brokenGates += 1;
const allFailed = failed + brokenGates;
process.stdout.write(`${passed} passed, ${allFailed} failed, ${skipped} skipped\n`);
process.exitCode = allFailed === 0 ? 0 : 1;
