import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
const [,, who, outDir, widths, theme, ...paths] = process.argv;
const password = readFileSync('/tmp/hh/demo-password', 'utf8').trim();
const base = 'http://127.0.0.1:8123';
const login = await fetch(base + '/api/front/user/login', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams(who === 'admin' ? { cid: '100000', account: 'admin', password } : { cid: '100268', account: 'demo', password }) });
const { data } = await login.json() as any;
await fetch(base + '/api/front/user/agreement', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ token: data.token, accept: '1', version: '1' }) });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const width of widths!.split(',')) {
  const context = await browser.newContext({ viewport: { width: +width, height: 900 }, colorScheme: theme as 'dark', locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  await context.addCookies([{ name: 'token', value: data.token, url: base }]);
  const page = await context.newPage();
  page.on('pageerror', e => console.log('PAGEERROR', String(e)));
  for (const path of paths) {
    await page.goto(base + path);
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await page.waitForTimeout(700);
    await page.screenshot({ path: `${outDir}/${path.replaceAll('/', '_')}-${width}-${theme}.png` });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) console.log('OVERFLOW', path, width, overflow);
  }
  await context.close();
}
await browser.close();
