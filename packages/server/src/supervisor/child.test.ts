import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LogFile } from '../platform/log-file.ts';
import { type Child, type ChildListener, ChildRefused, keepChild } from './child.ts';

let folder = '';
let kept: Child[] = [];
let said = '';
const log: LogFile = {
  write: chunk => {
    said += chunk.toString();
  },
  close: () => undefined,
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lianxian-child-'));
  said = '';
});
afterEach(async () => {
  await Promise.all(kept.map(child => child.stop(0)));
  kept = [];
  rmSync(folder, { recursive: true, force: true });
});

const ready = `process.send({ type: 'ready', pid: process.pid });`;
const untilAsked = `process.on('message', order => { if (order.type === 'drain') process.exit(0); });`;

const keep = (
  script: string,
  listener: Partial<ChildListener> = {},
  { readyWithinMs = 10_000, told = null }: { readyWithinMs?: number; told?: { readonly key: string } | null } = {},
): Child => {
  const entry = join(folder, `part-${kept.length}.mjs`);
  writeFileSync(entry, script);
  const plan = {
    name: 'part',
    entry,
    args: [],
    flags: [],
    env: () => ({}),
    told: () => told,
    readyWithinMs: { first: readyWithinMs, again: readyWithinMs },
    lowered: null,
  };
  const child = keepChild(plan, log, { onDied: () => undefined, onGivenUp: () => undefined, ...listener });
  kept.push(child);
  return child;
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a process of the house', () => {
  test('tells what it found when it is ready, and drains when it is asked to', async () => {
    const child = keep(`${ready} ${untilAsked} console.log('hello');`);
    const info = await child.start();
    const pid = Number(info.pid);
    expect(isAlive(pid)).toBe(true);
    await child.stop(5_000);
    expect(isAlive(pid)).toBe(false);
    expect(said).toBe('hello\n');
  });

  test('is told what its plan says, and no secret that the operator wrote into the environment', async () => {
    process.env.SECRET_KEY = 'a key';
    process.env.DATABASE_URL = 'postgres://x';
    try {
      const { env } = await keep(`process.send({ type: 'ready', env: process.env }); ${untilAsked}`).start();
      expect(Object.values(env as object)).not.toContain('a key');
      expect(Object.values(env as object)).not.toContain('postgres://x');
      expect(env).toHaveProperty('PATH');
    } finally {
      delete process.env.SECRET_KEY;
      delete process.env.DATABASE_URL;
    }
  });

  test('is told its secrets over its channel: they stand in no environment, its own or that of what it starts', async () => {
    const script = `import { readFileSync } from 'node:fs';
      process.once('message', told => process.send({ type: 'ready', told, pid: process.pid, begun: ['environ', 'cmdline']
        .map(file => readFileSync('/proc/self/' + file, 'utf8')).join('') })); ${untilAsked}`;
    const info = await keep(script, {}, { told: { key: 'a key of the house' } }).start();
    expect(info.told).toEqual({ key: 'a key of the house' });
    expect(info.begun).toContain('PATH=');
    expect(info.begun).not.toContain('a key of the house');
  });

  test('told to end by a service manager that tells all at once waits for its supervisor; renewed it is started again', async () => {
    const pids: number[] = [];
    const role = new URL('role.ts', import.meta.url).href;
    const child = keep(
      `import { runRole } from ${JSON.stringify(role)};
       process.on('SIGTERM', () => console.log('heard'));
       const close = async limitMs => console.log('closed within', limitMs);
       process.exit(await runRole(async () => async () => ({ info: { pid: process.pid }, orphanLimitMs: 1, close })));`,
      { onReady: info => void pids.push(Number(info.pid)) },
    );
    await child.start();
    child.renew();
    await expect.poll(() => pids.length).toBe(2);
    process.kill(pids[1]!, 'SIGTERM');
    await expect.poll(() => said).toContain('heard');
    await child.stop(5_000);
    expect(said).toBe('closed within 1\nheard\nclosed within 5000\n');
  });

  test('that dies is started again; the next start learns what has changed', async () => {
    const deaths: string[] = [];
    const pids: number[] = [];
    const twice = Promise.withResolvers<void>();
    const child = keep(`${ready} ${untilAsked}`, {
      onReady: info => {
        pids.push(Number(info.pid));
        if (pids.length === 2) twice.resolve();
      },
      onDied: because => deaths.push(because),
    });
    const info = await child.start();
    process.kill(Number(info.pid), 'SIGKILL');
    await twice.promise;
    expect(deaths).toEqual(['SIGKILL']);
    expect(pids[1]).not.toBe(pids[0]);
  });

  test('a role that is killed has kept what it compiled: its successor starts the sooner', async () => {
    const role = new URL('role.ts', import.meta.url).href;
    const cache = join(folder, 'cache');
    process.env.NODE_COMPILE_CACHE = cache;
    const child = keep(
      `import { runRole } from ${JSON.stringify(role)};
       process.exit(await runRole(async () => async () => ({ info: { pid: process.pid }, close: async () => {} })));`,
    );
    const { pid } = await child.start().finally(() => delete process.env.NODE_COMPILE_CACHE);
    const kept = () => readdirSync(cache, { recursive: true }).length;
    await expect.poll(kept).toBeGreaterThan(10);
    expect(isAlive(Number(pid))).toBe(true);
  });

  test('that says why it cannot run is heard', async () => {
    const child = keep(`process.send({ type: 'refused', message: 'a newer database' }, () => process.exit(1));`);
    await expect(child.start()).rejects.toThrow(new ChildRefused('a newer database'));
  });

  test('that dies before it is ready leaves its last words', async () => {
    const child = keep(`throw new Error('no such module');`);
    await expect(child.start()).rejects.toThrow(/no such module/);
  });

  test('that does not get ready in time is ended', async () => {
    const child = keep('setInterval(() => {}, 1000);', {}, { readyWithinMs: 300 });
    await expect(child.start()).rejects.toThrow('not ready within 0.3 s');
  });

  test('that does not drain is ended by force, with all it started', async () => {
    const child = keep(`
      import { spawn } from 'node:child_process';
      const own = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      process.on('SIGTERM', () => {});
      process.send({ type: 'ready', own: own.pid, pid: process.pid });
      setInterval(() => {}, 1000);
    `);
    const { pid, own } = await child.start();
    child.killNow();
    await child.stop(0);
    expect([Number(pid), Number(own)].filter(isAlive)).toEqual([]);
  });
});
