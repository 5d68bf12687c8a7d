import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';

/** Linux schedules threads: a helper left behind would keep the one that sends packets waiting (garbage collection). */
const canBeAhead = (): boolean => {
  try {
    execFileSync('chrt', ['--rr', '1', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

let child: ChildProcess | null = null;
afterEach(() => {
  child?.kill('SIGKILL');
});

const start = (what: 'goAhead' | 'comeFirst'): string => {
  const code = `import { ${what} } from ${JSON.stringify(new URL('./go-ahead.ts', import.meta.url).href)};
    ${what}();
    setInterval(() => {}, 1000);`;
  child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
  return `/proc/${child.pid}/task`;
};

/** Field of proc(5) `stat`, counted from 1, of each thread; what stands in brackets may hold spaces. */
const ofThreads = (tasks: string, field: number): readonly string[] =>
  readdirSync(tasks).map(
    thread =>
      readFileSync(`${tasks}/${thread}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[field - 3] ?? '',
  );

test.skipIf(!canBeAhead())('every thread of a process that sends packets is scheduled in real time', async () => {
  const tasks = start('goAhead');
  const ROUND_ROBIN = '2';
  await expect.poll(() => new Set(ofThreads(tasks, 41))).toEqual(new Set([ROUND_ROBIN]));
  expect(readdirSync(tasks).length).toBeGreaterThan(1);
});

test.skipIf(!canBeAhead())('every thread of a process that holds signalling goes before ordinary ones', async () => {
  const tasks = start('comeFirst');
  await expect.poll(() => new Set(ofThreads(tasks, 19))).toEqual(new Set(['-10']));
});
