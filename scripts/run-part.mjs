/** Runs one program of a gate and says in one line how it went; its output is shown only when it failed. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules/.bin');
const OUTPUT_KEPT = 200_000;
/** Names of what failed, for the last lines of a long run: a build server may keep those alone. */
export const failedParts = [];

/** @returns whether it ended well within the limit. */
export const runPart = (name, command, args, { limitMs = 300_000 } = {}) =>
  new Promise(resolve => {
    const startedAt = performance.now();
    const program = command === 'node' ? process.execPath : join(bin, command);
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limitMs,
      shell: process.platform === 'win32',
    });
    let output = '';
    const keep = chunk => {
      output = (output + chunk).slice(-OUTPUT_KEPT);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', error => keep(error.message));
    child.once('close', (code, signal) => {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      if (code === 0) process.stdout.write(`✓ ${name} (${seconds} s)\n`);
      else {
        process.stdout.write(`✗ ${name} (${seconds} s, ${signal ?? `exit code ${code}`})\n${output}\n`);
        failedParts.push(name);
      }
      resolve(code === 0);
    });
  });

const keptFor = project => join(root, 'node_modules/.cache/types', `${project.replaceAll('/', '-')}.tsbuildinfo`);

/**
 * Format, lint and types: what needs no test runner. tsc is native and uses both cores by itself; what it found stays in the
 * clone, so that the next look costs what has changed.
 */
export const runStaticParts = async () => {
  const results = [await runPart('biome: format and lint', 'biome', ['ci'])];
  for (const [name, project] of [
    ['types', 'tsconfig.json'],
    ['types of core (pure: no node)', 'packages/core/tsconfig.json'],
    ['types of web', 'packages/web/tsconfig.json'],
    ['types of workshop (also a browser)', 'packages/workshop/tsconfig.json'],
  ])
    results.push(
      await runPart(name, 'tsc', ['--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', keptFor(project)]),
    );
  return results;
};
