/**
 * `npm run dev`: the whole house as `npm start` runs it, with the web app served by vite in front (changes show at once)
 * and the roles started anew when code of the server changes.
 */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run-part.mjs';

const QUIET_MS = 300;
const web = join(root, 'packages/web');
const house = spawn(process.execPath, [join(root, 'packages/server/src/main.ts')], {
  cwd: root,
  // `npm run phone` is on this machine, and lines lead there only by the operator's word.
  env: { PRIVATE_HOSTS: '127.0.0.1', ...process.env },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let server = null;
const passOn = signal => house.kill(signal);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, passOn);
house.once('exit', code => process.exit(code ?? 1));

const serveWeb = async target => {
  const require = createRequire(join(web, 'package.json'));
  const { createServer } = await import(pathToFileURL(require.resolve('vite')).href);
  const proxied = { target, changeOrigin: false, secure: false };
  server = await createServer({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    server: {
      host: '127.0.0.1',
      proxy: { '/api': proxied, '/files': proxied, '/frontWsServer': { ...proxied, ws: true } },
    },
  });
  // vite would end this process at once; the house drains first, and its end is ours.
  process.removeAllListeners('SIGTERM');
  process.on('SIGTERM', passOn);
  await server.listen();
  process.stdout.write(`  开发中的网页（改动立即可见）：${server.resolvedUrls.local[0]}\n`);
};

let seen = '';
house.stdout.on('data', chunk => {
  process.stdout.write(chunk);
  if (server !== null || seen === 'done') return;
  seen = (seen + chunk).slice(-4_000);
  const address = /网址\s+(https?:\/\/\S+)/.exec(seen)?.[1];
  if (address === undefined) return;
  seen = 'done';
  void serveWeb(address);
});

let timer;
for (const name of ['core', 'contract', 'telephony', 'server'])
  watch(join(root, 'packages', name, 'src'), { recursive: true }, (_event, file) => {
    if (file === null || !file.endsWith('.ts') || file.endsWith('.test.ts')) return;
    clearTimeout(timer);
    timer = setTimeout(() => house.kill('SIGUSR2'), QUIET_MS);
  });
