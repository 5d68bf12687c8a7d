import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Child, keepChild } from './child.ts';
import { startMoving } from './start-moving.ts';

let folder = '';
const kept: Child[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lianxian-moving-'));
});
afterEach(async () => {
  await Promise.all(kept.splice(0).map(child => child.stop(0)));
  rmSync(folder, { recursive: true, force: true });
});

const placeOf = (port: number) => ({ transport: 'udp', address: '127.0.0.1', port }) as const;

/** A part that binds the port that stands in a file; before it does so, it does what the script says. */
const partAt = (script = ''): { readonly child: Child; readonly portAt: (port: number) => void } => {
  const [entry, at] = [join(folder, 'part.mjs'), join(folder, 'port')];
  writeFileSync(
    entry,
    `import { createSocket } from 'node:dgram';
     import { existsSync, readFileSync, writeFileSync } from 'node:fs';
     const port = Number(readFileSync(${JSON.stringify(at)}, 'utf8'));
     const bind = () => new Promise(done => { const s = createSocket('udp4'); s.bind({ port, address: '127.0.0.1', exclusive: true }, () => done(s)); });
     ${script}
     await bind();
     process.on('message', () => process.exit(0));
     process.send({ type: 'ready', port });`,
  );
  const plan = {
    entry,
    args: [],
    flags: [],
    env: () => ({}),
    told: () => null,
    readyWithinMs: { first: 10_000, again: 10_000 },
    lowered: null,
  };
  const log = { write: () => undefined, close: () => undefined };
  const child = keepChild({ name: 'part', ...plan }, log, { onDied: () => undefined, onGivenUp: () => undefined });
  kept.push(child);
  return { child, portAt: port => writeFileSync(at, String(port)) };
};

const held = async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, free: () => new Promise<void>(done => socket.close(done)) };
};

test('a port that another house has by now is left to it', async () => {
  const [theirs, ours] = [await held(), await held()];
  await ours.free();
  const { child, portAt } = partAt();
  let port = theirs.port;
  portAt(port);
  const info = await startMoving(
    child,
    () => [placeOf(port)],
    async () => {
      port = ours.port;
      portAt(port);
    },
  );
  expect(info.port).toBe(ours.port);
  await theirs.free();
});

test('a port that another house only looked at is tried again', async () => {
  const { port, free } = await held();
  await free();
  // Whoever looks at a port holds it for that moment: here the part itself, when it comes first.
  const tried = join(folder, 'tried');
  const { child, portAt } = partAt(
    `const file = ${JSON.stringify(tried)};
     if (!existsSync(file)) { writeFileSync(file, 'once'); await bind(); }`,
  );
  portAt(port);
  const info = await startMoving(
    child,
    () => [placeOf(port)],
    async () => expect.unreachable('the port is free'),
  );
  expect(info.port).toBe(port);
  expect(readFileSync(tried, 'utf8')).toBe('once');
});
