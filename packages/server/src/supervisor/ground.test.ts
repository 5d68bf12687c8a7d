import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoPasswordOf } from '../../seed/demo.ts';
import { testConfig } from '../../test/house.ts';
import { StartRefused } from '../config.ts';
import { openLogFile } from '../platform/log-file.ts';
import { banner } from './banner.ts';
import { checkTls, keepSelfMadeCertificate } from './certificate.ts';
import { keepDemoPassword, openDataDir } from './data-dir.ts';
import { keepSecretKey, makeSecretKey, readKeyFile, secretKeyOf } from './key-file.ts';
import { type Lock, ownerOf, takeLock } from './lock.ts';
import { movedRange, pickPort, pickRtpRange } from './ports.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lianxian-ground-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const listen = (port: number): Promise<{ server: Server; port: number }> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const at = server.address();
      resolve({ server, port: typeof at === 'object' && at !== null ? at.port : 0 });
    });
  });

describe('ports', () => {
  test('a set port that is free is used, one that is taken is refused by name', async () => {
    const { server, port } = await listen(0);
    await expect(pickPort('PORT', { transport: 'tcp', address: '127.0.0.1' }, port, 8_080)).rejects.toThrow(
      new StartRefused(
        `PORT：127.0.0.1:${port} 已被占用，请换一个端口或地址。`,
        `PORT: 127.0.0.1:${port} is taken; choose another port or address.`,
      ),
    );
    await new Promise(resolve => server.close(resolve));
    expect(await pickPort('PORT', { transport: 'tcp', address: '127.0.0.1' }, port, 8_080)).toBe(port);
  });

  test('a port nobody set moves past those that are taken', async () => {
    const { server, port } = await listen(0);
    expect(await pickPort('PORT', { transport: 'tcp', address: '127.0.0.1' }, null, port)).toBeGreaterThan(port);
    server.close();
  });

  test('a UDP port is looked at as UDP', async () => {
    const socket = createSocket('udp4');
    // Below what the system hands out by itself: nobody else takes the TCP port of that number meanwhile.
    const port = randomInt(12_000, 19_000);
    await new Promise<void>(resolve => socket.bind(port, '127.0.0.1', resolve));
    expect(await pickPort('SIP_PORT', { transport: 'udp', address: '127.0.0.1' }, null, port)).toBeGreaterThan(port);
    expect(await pickPort('PORT', { transport: 'tcp', address: '127.0.0.1' }, null, port)).toBe(port);
    await new Promise<void>(resolve => socket.close(resolve));
  });

  test('an address of another machine is said to be one', async () => {
    await expect(pickPort('HOST', { transport: 'tcp', address: '203.0.113.7' }, null, 8_080)).rejects.toThrow(
      '不属于本机',
    );
  });

  test('media ports that had to move are said with what to change; usual ones and those that were set are not', () => {
    expect(movedRange(null, { from: 10_000, to: 11_998 })).toBe(
      '  RTP_PORTS 20000-29999 已被占用，改用 10000-11998；防火墙和线路商放行的也要改成这一段。',
    );
    expect(movedRange(null, { from: 20_000, to: 29_998 })).toBeNull();
    expect(movedRange({ from: 40_000, to: 41_000 }, { from: 40_000, to: 41_000 })).toBeNull();
  });

  test('two installations get media ports that do not meet', async () => {
    const [one, two] = [await pickRtpRange('127.0.0.1', null), await pickRtpRange('127.0.0.1', null)];
    expect(one.to < two.from || two.to < one.from).toBe(true);
    one.release();
    two.release();
    expect(await pickRtpRange('127.0.0.1', { from: 30_000, to: 30_009 })).toMatchObject({ from: 30_000, to: 30_009 });
  });
});

describe('lock', () => {
  test('the second start learns who runs and where, and the lock goes with its owner', () => {
    const file = join(folder, 'house.lock');
    const lock = takeLock(file) as Lock;
    lock.tell('http://127.0.0.1:8080');
    expect(takeLock(file)).toMatchObject({ pid: process.pid, address: 'http://127.0.0.1:8080' });
    lock.release();
    expect(ownerOf(file)).toBeNull();
    expect('release' in takeLock(file)).toBe(true);
  });

  test.each([
    ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, startedAt: 'x', address: '' })],
    ['of a process whose number is used again', JSON.stringify({ pid: process.pid, startedAt: 'before', address: '' })],
    ['that a crash cut short', '{"pid":'],
    ['that is empty', ''],
  ])('a lock %s is nobody’s', (_what, text) => {
    const file = join(folder, 'house.lock');
    writeFileSync(file, text);
    expect('release' in takeLock(file)).toBe(true);
    expect(ownerOf(file)?.pid).toBe(process.pid);
  });
});

describe('data folder', () => {
  test('it is made, closed to others, and its key is made once', () => {
    const data = join(folder, 'a/b');
    openDataDir(data);
    expect(statSync(data).mode & 0o066).toBe(0);
    expect(secretKeyOf(data, null), 'looking makes none').toBeNull();
    expect(readdirSync(data)).toEqual([]);
    const key = keepSecretKey(data, makeSecretKey());
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(keepSecretKey(data, makeSecretKey()), 'of whoever was first').toBe(key);
    expect(statSync(join(data, 'secret-key')).mode & 0o777).toBe(0o600);
    expect([secretKeyOf(data, null), secretKeyOf(data, 'set')]).toEqual([key, 'set']);
  });

  test('a nearly full disk is refused before anything starts', () => {
    expect(() => openDataDir(folder, () => 100 * 1024 * 1024)).toThrow('磁盘已满');
  });

  test('a folder that cannot be made is refused by name', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => openDataDir(join(folder, 'file/data'))).toThrow(`数据文件夹 ${join(folder, 'file/data')} 不能写`);
  });

  test('a file in its place is refused and left as it was', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '', { mode: 0o644 });
    expect(() => openDataDir(file)).toThrow('不能写（EEXIST）');
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  test.runIf(process.platform === 'linux')(
    'below a folder that takes nothing it is refused, not tried for ever',
    () => {
      expect(() => openDataDir('/proc/lianxian/data')).toThrow('数据文件夹 /proc/lianxian/data 不能写（ENOENT）');
    },
  );

  test('a key that cannot be read is refused in a sentence, also where another file is named', () => {
    expect(() => readKeyFile(folder)).toThrow('读不了（EISDIR）');
  });

  test('a damaged key is refused, not replaced: what it sealed would be lost', () => {
    writeFileSync(join(folder, 'secret-key'), 'half');
    expect(() => secretKeyOf(folder, null)).toThrow('已损坏');
    expect(() => keepSecretKey(folder, makeSecretKey())).toThrow('已损坏');
    expect(readFileSync(join(folder, 'secret-key'), 'utf8')).toBe('half');
  });
});

describe('demo password', () => {
  const other = Buffer.alloc(32, 9).toString('base64');

  test('each installation has its own, nodes of one key the same', () => {
    const [one, two] = [demoPasswordOf(testConfig({}).secretKey), demoPasswordOf(other)];
    expect(one).toMatch(/^[a-z2-9]{14}$/);
    expect(two).not.toBe(one);
    expect(demoPasswordOf(other)).toBe(two);
  });

  test('it stands in a file of the owner alone, whoever laid one there before; without a demo there is none', () => {
    const file = join(folder, 'demo-password');
    writeFileSync(file, 'everybody knows', { mode: 0o644 });
    keepDemoPassword(folder, 'of our own');
    expect(readFileSync(file, 'utf8')).toBe('of our own\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    keepDemoPassword(folder, null);
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });

  test('a terminal shows it at every start; what is piped into a log says where it stands', () => {
    const config = testConfig({ demo: true, dataDir: folder, secretKey: other });
    const facts = { seconds: 1, logDir: null, selfMadeCertificate: false, sipShut: false };
    const [shown, logged] = [true, false].map(onTerminal => banner(config, { ...facts, onTerminal }));
    expect(shown).toContain(`密码      ${demoPasswordOf(other)}（`);
    expect(logged).toContain(`密码      见文件 ${join(folder, 'demo-password')}（`);
    expect(logged).not.toContain(demoPasswordOf(other));
  });

  test('it says that SIP is on this machine alone, as long as it is', () => {
    const config = testConfig({ dataDir: folder });
    const facts = { seconds: 1, logDir: null, selfMadeCertificate: false, onTerminal: false };
    const says = '现在只在本机监听；第一条外部线路保存后自动对外打开';
    expect(banner(config, { ...facts, sipShut: true })).toContain(says);
    expect(banner(config, { ...facts, sipShut: false })).not.toContain(says);
  });
});

describe('certificate', () => {
  test('it is made once, serves TLS, and is made anew for an address it does not name', async () => {
    const files = await keepSelfMadeCertificate(folder, '198.51.100.1');
    createSecureContext({ cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) });
    const first = readFileSync(files.certFile, 'utf8');
    await keepSelfMadeCertificate(folder, '198.51.100.1');
    expect(readFileSync(files.certFile, 'utf8')).toBe(first);
    await keepSelfMadeCertificate(folder, '198.51.100.2');
    expect(readFileSync(files.certFile, 'utf8')).not.toBe(first);
    expect(statSync(files.keyFile).mode & 0o777).toBe(0o600);
  });

  test('given files that are no certificate are refused', () => {
    writeFileSync(join(folder, 'x'), 'x');
    expect(() => checkTls({ certFile: join(folder, 'x'), keyFile: join(folder, 'x') })).toThrow('TLS_CERT');
  });
});

test('two processes write to one log: who finds it moved away follows, and no line is lost', () => {
  const file = join(folder, 'log/both.log');
  const [one, two] = [openLogFile(file, 1_000, 3), openLogFile(file, 1_000, 3)];
  for (let n = 0; n < 40; n += 1)
    (n % 2 === 0 ? one : two).write(`line ${String(n).padStart(2, '0')} of forty bytes or something\n`);
  one.close();
  two.close();
  const text = ['.1', ''].map(end => readFileSync(`${file}${end}`, 'utf8')).join('');
  expect(text.match(/line \d\d/g)).toEqual(Array.from({ length: 40 }, (_, n) => `line ${String(n).padStart(2, '0')}`));
});

test('a log never grows past its files', () => {
  const log = openLogFile(join(folder, 'log/web.log'), 100, 3);
  for (let n = 0; n < 50; n += 1) log.write(`line ${String(n).padStart(2, '0')} of forty bytes or something\n`);
  log.close();
  const sizes = ['', '.1', '.2'].map(end => statSync(join(folder, `log/web.log${end}`)).size);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  expect(statSync(join(folder, 'log/web.log.3'), { throwIfNoEntry: false })).toBeUndefined();
  expect(readFileSync(join(folder, 'log/web.log'), 'utf8')).toContain('line 49');
});
