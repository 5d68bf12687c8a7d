/**
 * `npm test`: everything but the long proofs, from a fresh clone. Brings what it needs, runs format, lint, types and all
 * kinds of tests, proves that nothing is left running, says what it took, and ends with
 * `N passed, N failed, N skipped`.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWebWhenStale } from '../packages/server/src/supervisor/web-build.ts';
import { cpuSeconds } from './cpu-seconds.mjs';
import { endLeftOvers } from './left-overs.mjs';
import { failedParts, root, runPart, runStaticParts } from './run-part.mjs';
import { bringSystemTools } from './system-tools.mjs';
import { runTests } from './test-run.mjs';

const startedAt = performance.now();
const mark = randomUUID();
const asked = process.argv.slice(2);
/** What dice are thrown with wherever a test throws some: `SEED=… npm test` throws them again. */
const seed = process.env.SEED ?? String(randomInt(1, 1e9));
const folder = mkdtempSync(join(tmpdir(), 'lianxian-test-'));
// PostgreSQL runs as another user when we are root, and must be able to pass.
chmodSync(folder, 0o755);
const env = { ...process.env, LIANXIAN_TEST_RUN: mark, TMPDIR: folder, SEED: seed };

const buildWeb = async () => {
  try {
    await buildWebWhenStale(join(root, 'packages/web/dist'), AbortSignal.timeout(5 * 60_000));
    return true;
  } catch (error) {
    process.stdout.write(`✗ web build\n${error.message}\n`);
    return false;
  }
};

/** Where the time went: in each run, and in the files that took longest. */
const SLOWEST = 10;
const sayWhatItTook = runs => {
  const slowest = runs
    .flatMap(({ files }) => files)
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST);
  process.stdout.write('the slowest files:\n');
  for (const { file, kind, ms } of slowest)
    process.stdout.write(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${kind.padEnd(15)} ${file}\n`);
  for (const { projects, seconds } of runs) process.stdout.write(`${projects.join(', ')}: ${seconds.toFixed(0)} s\n`);
  const cpu = cpuSeconds();
  const took = `${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`;
  process.stdout.write(`took ${took}${cpu === null ? '' : `, ${cpu.toFixed(0)} CPU seconds`}, seed ${seed}\n`);
};

let brokenGates = bringSystemTools();
if (!(await buildWeb())) brokenGates += 1;
else if (!(await runPart('bundle sizes', 'node', ['packages/web/bundle-sizes.ts']))) brokenGates += 1;
brokenGates += (await runStaticParts()).filter(well => !well).length;
const given = { folder, env, asked };
/** Two runs, so that neither needs the other's time; what is in them comes kind by kind (vitest.config.ts). */
const runs = [
  await runTests(['fast', 'slice', 'house', 'interop', 'alone'], given),
  await runTests(['journey', 'page (chromium)'], given),
];
const counts = runs.map(run => run.read());
const sum = key => counts.reduce((total, each) => total + each[key], 0);
const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
const leftOvers = await endLeftOvers(`LIANXIAN_TEST_RUN=${mark}`, folder);
for (const { pid, command } of leftOvers) process.stdout.write(`✗ left running: ${pid} ${command}\n`);
rmSync(folder, { recursive: true, force: true });
if (leftOvers.length > 0) brokenGates += 1;
if (passed + failed + skipped === 0) brokenGates += 1;
// The runner may fail without a failed test: an error that nobody caught.
if (runs.some(({ well }) => !well) && failed === 0) brokenGates += 1;
const allFailed = failed + brokenGates;
sayWhatItTook(runs);
for (const name of failedParts) process.stdout.write(`✗ ${name}\n`);
process.stdout.write(`${passed} passed, ${allFailed} failed, ${skipped} skipped\n`);
process.exitCode = allFailed === 0 ? 0 : 1;
