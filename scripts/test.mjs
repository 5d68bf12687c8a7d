/**
 * `npm test`: everything but the long proofs, from a fresh clone. Brings what it needs, runs format, lint, types and all
 * kinds of tests, proves that nothing is left running, and ends with `N passed, N failed, N skipped`.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWebWhenStale } from '../packages/server/src/supervisor/web-build.ts';
import { endLeftOvers } from './left-overs.mjs';
import { root, runPart, runStaticParts } from './run-part.mjs';
import { bringSystemTools } from './system-tools.mjs';

/** The promise is 15 minutes on two cores; a run that hangs must still say its last line. */
const TESTS_LIMIT_MS = 14 * 60_000;

const mark = `LIANXIAN_TEST_RUN=${randomUUID()}`;
const folder = mkdtempSync(join(tmpdir(), 'lianxian-test-'));
// PostgreSQL runs as another user when we are root, and must be able to pass.
chmodSync(folder, 0o755);
const reportFile = join(folder, 'report.json');

const runVitest = () =>
  new Promise(resolve => {
    const [name, value] = mark.split('=');
    const child = spawn(
      join(root, 'node_modules/.bin/vitest'),
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...process.argv.slice(2)],
      {
        cwd: root,
        env: { ...process.env, [name]: value, TMPDIR: folder },
        stdio: ['ignore', 'inherit', 'inherit'],
        timeout: TESTS_LIMIT_MS,
        shell: process.platform === 'win32',
      },
    );
    child.once('error', () => resolve(1));
    child.once('exit', code => resolve(code ?? 1));
  });

/** A file that could not even be loaded has no tests in the report, but it failed. */
const readReport = () => {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
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
const code = await runVitest();
const { passed, failed, skipped } = readReport();
const leftOvers = await endLeftOvers(mark, folder);
for (const { pid, command } of leftOvers) process.stdout.write(`✗ left running: ${pid} ${command}\n`);
rmSync(folder, { recursive: true, force: true });
if (leftOvers.length > 0) brokenGates += 1;
// The runner may fail without a failed test: an error that nobody caught.
if (code !== 0 && failed === 0) brokenGates += 1;
const allFailed = failed + brokenGates;
process.stdout.write(`${passed} passed, ${allFailed} failed, ${skipped} skipped\n`);
process.exitCode = allFailed === 0 ? 0 : 1;
