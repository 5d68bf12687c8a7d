/**
 * First run of a clone, before anything is installed: brings the dependencies (and with them Node 24) and says so in
 * one sentence when it cannot. Runs on any Node ≥ 20.10, uses nothing but Node; < 100 ms when there is nothing to do.
 *
 * npm puts `node_modules/.bin` first in PATH, so the script that follows runs on the Node 24 installed here. Where npm
 * has none for the platform (macOS), the Node that runs this must itself be 24 or newer.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.lianxian-stamp');
const lockDir = join(root, '.bootstrap-running');
/** A slow line needs minutes for some 150 MB; longer means that it hangs. */
const INSTALL_LIMIT_MS = 20 * 60_000;
const node24Platforms = ['linux-x64', 'linux-arm64', 'win32-x64'];

const fail = (zh, en) => {
  process.stderr.write(`\n${zh}\n${en}\n`);
  process.exit(1);
};

const readJson = file => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

const stampOf = lockfile =>
  createHash('sha256').update(lockfile).update(`${process.platform}-${process.arch}`).digest('hex');

const hasStamp = stamp => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;

/** Is the package meant for this machine? Those that ask for a libc are left to npm. */
const isForHere = meta =>
  (meta.os === undefined || meta.os.includes(process.platform)) &&
  (meta.cpu === undefined || meta.cpu.includes(process.arch)) &&
  meta.libc === undefined;

/** Whether somebody's own `npm ci` already brought exactly what the lockfile names. */
const isInstalled = lockfile => {
  const installed = readJson(join(modules, '.package-lock.json'))?.packages;
  if (installed === undefined) return false;
  return Object.entries(JSON.parse(lockfile).packages).every(
    ([path, meta]) =>
      !path.startsWith('node_modules/') ||
      (meta.optional && !isForHere(meta)) ||
      (meta.optional && meta.os === undefined && installed[path] === undefined) ||
      (meta.link ? installed[path]?.link === true : installed[path]?.version === meta.version),
  );
};

const checkNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 10))
    fail(
      `需要 Node.js 20.10 或更高，现在是 ${process.versions.node}：请从 https://nodejs.org 安装新版本后再试。`,
      `Node.js 20.10 or newer is needed, this is ${process.versions.node}: install a newer one from https://nodejs.org.`,
    );
  if (major < 24 && !node24Platforms.includes(`${process.platform}-${process.arch}`))
    fail(
      `这个系统（${process.platform}-${process.arch}）需要自己装好 Node.js 24 或更高，现在是 ${process.versions.node}：请从 https://nodejs.org 安装后再试。`,
      `On ${process.platform}-${process.arch} Node.js 24 or newer must be installed, this is ${process.versions.node}: get it from https://nodejs.org.`,
    );
};

const isAlive = pid => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Two starts of one fresh clone must not install at once: the second waits for the first. */
const takeTurn = async () => {
  const pidFile = join(lockDir, 'pid');
  const until = performance.now() + INSTALL_LIMIT_MS;
  for (;;) {
    try {
      mkdirSync(lockDir);
      writeFileSync(pidFile, String(process.pid));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = Number(existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : 0);
    if (owner > 0 && !isAlive(owner)) rmSync(lockDir, { recursive: true, force: true });
    else if (performance.now() > until)
      fail(
        `另一个安装一直没有结束：请删除 ${lockDir} 后再试。`,
        `Another installation does not end: remove ${lockDir}.`,
      );
    else await sleep(300);
  }
};

const explain = output => {
  if (/ENOSPC/.test(output))
    return ['磁盘已满，装不下依赖：请腾出约 1 GB 后再试。', 'The disk is full: free about 1 GB.'];
  if (/EACCES|EROFS|EPERM/.test(output))
    return [
      `没有权限写入 ${root}：请换到自己的文件夹或改权限后再试。`,
      `${root} cannot be written: use a folder of your own.`,
    ];
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network|ENOTCACHED|EIDLETIMEOUT/i.test(output))
    return [
      '下载依赖失败，连不上 npm 仓库：请检查网络或代理（npm config get registry）后再试。',
      'The dependencies could not be downloaded: check the network or proxy (npm config get registry).',
    ];
  if (/ENOENT.*npm|spawn npm/.test(output))
    return [
      '找不到 npm：请从 https://nodejs.org 安装完整的 Node.js。',
      'npm was not found: install a complete Node.js.',
    ];
  return [
    '安装依赖失败，原因见上面 npm 的输出。',
    'The dependencies could not be installed: see the output of npm above.',
  ];
};

/** Resolves to npm's complaint, or null when all went well. */
const runNpm = () =>
  new Promise(done => {
    const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
    const npm = process.env.npm_execpath;
    const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], timeout: INSTALL_LIMIT_MS };
    const child = npm?.endsWith('js')
      ? spawn(process.execPath, [npm, ...args], options)
      : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
    let output = '';
    const keep = chunk => {
      output = (output + chunk).slice(-8_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', error => done(`${output}\n${error.message}`));
    child.on('close', code => done(code === 0 ? null : `${output}\nnpm ci: ${code ?? 'ETIMEDOUT'}`));
  });

const install = async lockfile => {
  const startedAt = performance.now();
  const total = Object.keys(JSON.parse(lockfile).packages).length;
  process.stdout.write(`首次运行：安装依赖（${total} 个包，通常 20 秒左右）…\n`);
  const progress = setInterval(() => {
    process.stdout.write(`  已用 ${Math.round((performance.now() - startedAt) / 1000)} 秒…\n`);
  }, 5_000);
  rmSync(stampFile, { force: true });
  const complaint = await runNpm();
  clearInterval(progress);
  if (complaint !== null) {
    process.stderr.write(`${complaint}\n`);
    rmSync(lockDir, { recursive: true, force: true });
    fail(...explain(complaint));
  }
  process.stdout.write(`依赖已装好，用时 ${Math.round((performance.now() - startedAt) / 1000)} 秒。\n`);
};

const main = async () => {
  checkNode();
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = stampOf(lockfile);
  if (hasStamp(stamp)) return;
  if (isInstalled(lockfile)) {
    try {
      writeFileSync(stampFile, stamp);
    } catch {
      // A read-only clone with everything in place is fine; it is only looked at again next time.
    }
    return;
  }
  try {
    await takeTurn();
    if (!hasStamp(stamp)) {
      await install(lockfile);
      writeFileSync(stampFile, stamp);
    }
  } catch (error) {
    fail(...explain(String(error.code ?? error)));
  } finally {
    rmSync(lockDir, { recursive: true, force: true });
  }
};

await main();
