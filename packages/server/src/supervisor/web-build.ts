/**
 * The web app is built on the spot when its sources are not those of the last build: a clone is all that is needed.
 * Built into a folder of its own and then moved into place, so that a running house never serves half an app.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { cloneDir, StartRefused, withoutSecrets } from '../config.ts';
import { isAlive } from '../platform/alive.ts';

const webDir = join(cloneDir, 'packages/web');
/** Everything the bundle is made of; tests beside the code are no part of it. */
const sources = [
  'packages/{web,contract,core}/src/**/*.{ts,tsx,css,json,svg,png,woff2}',
  'packages/{web,contract,core}/package.json',
  'packages/web/{index.html,vite.config.ts,chunk-groups.config.ts,lighter.ts,tsconfig.json}',
  'packages/web/public/**/*.*',
  'package-lock.json',
];
const BUILD_LIMIT_MS = 5 * 60_000;
const LAST_WORDS_BYTES = 4_000;

const hashOfSources = (): string => {
  const hash = createHash('sha256');
  for (const file of globSync(sources, { cwd: cloneDir }).sort()) {
    if (/\.test\.tsx?$|\/testing\//.test(file)) continue;
    hash.update(file).update(readFileSync(join(cloneDir, file)));
  }
  return hash.digest('hex');
};

const stampOf = (dist: string): string => {
  try {
    return readFileSync(join(dist, '.sources'), 'utf8');
  } catch {
    return '';
  }
};

const runVite = (outDir: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const vite = join(dirname(createRequire(join(webDir, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
    const args = ['build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
    const child = spawn(process.execPath, [vite, ...args], {
      cwd: webDir,
      env: { ...withoutSecrets(process.env), NODE_ENV: 'production', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: BUILD_LIMIT_MS,
      signal,
    });
    let said = '';
    const keep = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-LAST_WORDS_BYTES);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('exit', (code, killed) => {
      if (code === 0) return resolve();
      reject(new StartRefused(`网页没有构建成功（${killed ?? code}）：\n${said}`, 'The web app could not be built.'));
    });
  });

/** A build that was killed leaves its folder behind: named by its process, so that a living one is left alone. */
const sweepDeadBuilds = (dist: string): void => {
  for (const folder of globSync(`${basename(dist)}.*`, { cwd: dirname(dist) })) {
    const pid = Number(/\.(\d+)(\.old)?$/.exec(folder)?.[1]);
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(dirname(dist), folder), { recursive: true, force: true });
  }
};

/** Puts the new folder where the old one was; another start of the same clone may do the same at the same moment. */
const moveIntoPlace = (made: string, dist: string): void => {
  const old = `${made}.old`;
  try {
    renameSync(dist, old);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    renameSync(made, dist);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  rmSync(old, { recursive: true, force: true });
  rmSync(made, { recursive: true, force: true });
};

/**
 * Builds the web app into `dist` unless it is there already; some 30 ms when it is.
 * @returns whether it was built.
 * @throws {StartRefused} with the builder's last words.
 */
export const buildWebWhenStale = async (dist: string, signal: AbortSignal): Promise<boolean> => {
  const hash = hashOfSources();
  if (stampOf(dist) === hash) return false;
  sweepDeadBuilds(dist);
  const made = `${dist}.${process.pid}`;
  try {
    mkdirSync(made, { recursive: true });
    await runVite(made, signal);
    writeFileSync(join(made, '.sources'), hash);
    moveIntoPlace(made, dist);
    return true;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
};
