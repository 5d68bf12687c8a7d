import { type ChildProcess, fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder = '';
let child: ChildProcess;
let port = 0;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'practice-'));
  child = fork(new URL('./main.ts', import.meta.url), [], {
    env: { ...process.env, VOICE_COMMAND: '["none"]', PRACTICE_CACHE_DIR: folder, PRACTICE_SIP_PORT: '0' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [ready] = (await once(child, 'message')) as [{ port: number }];
  port = ready.port;
});
afterEach(() => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const answer = async (): Promise<string> => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const via = `SIP/2.0/UDP 127.0.0.1:${socket.address().port};branch=z9hG4bKterm`;
  socket.send(
    [
      'OPTIONS sip:127.0.0.1 SIP/2.0',
      `Via: ${via}`,
      'Max-Forwards: 70',
      'From: <sip:a@127.0.0.1>;tag=1',
      'To: <sip:127.0.0.1>',
      'Call-ID: term',
      'CSeq: 1 OPTIONS',
      'Content-Length: 0',
      '\r\n',
    ].join('\r\n'),
    port,
    '127.0.0.1',
  );
  const [message] = (await once(socket, 'message')) as [Buffer];
  socket.close();
  return message.toString().split('\r\n', 1)[0] ?? '';
};

it('told to end with all others by a service manager, the carrier serves on until its supervisor says so', async () => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await Promise.race([answer(), ended.then(() => 'gone')])).toMatch(/^SIP\/2\.0 \d{3} /);
  child.send({ type: 'drain' });
  expect(await ended).toEqual([0, null]);
});

it('left alone by its supervisor it ends', async () => {
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});
