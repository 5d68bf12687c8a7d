import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { fill, limits, refusals } from '@lianxian/contract';
import { createAdmin as createInDatabase, OtherLevel } from '../../seed/seed.ts';
import { type Settings, StartRefused } from '../config.ts';
import { migrate } from '../platform/db/index.ts';
import { whyWeak } from '../rooms/accounts/index.ts';
import { openDataDir } from './data-dir.ts';
import { withDatabase } from './own-database.ts';

export interface AdminWish {
  /** One of the platform's people (roleCode admin) instead of a merchant's owner. */
  readonly platform: boolean;
  readonly merchant: string | undefined;
  readonly number: string | undefined;
  readonly account: string | undefined;
}

const usage = 'npm start -- --create-admin --merchant 商户名称 --account 账号 [--number 商户编号]';
const platformUsage = 'npm start -- --create-admin --platform --account 账号';
const FIRST_NUMBER = '100001';
/** The platform's people sign in with a merchant number of their own. */
const platformMerchant = { merchant: '平台', number: '100000' } as const;
/** SQLSTATE unique_violation. */
const TAKEN = '23505';

/** From the keyboard without echo, or the first line of a pipe. */
const readPassword = async (): Promise<string> => {
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: mute, terminal: process.stdin.isTTY === true });
  if (process.stdin.isTTY) process.stdout.write(`密码（至少 ${limits.passwordChars} 位，输入时不显示）：`);
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    process.stdin.destroy();
    if (process.stdin.isTTY) process.stdout.write('\n');
  }
};

const refusedPassword = (why: keyof typeof refusals): StartRefused => {
  const values = { least: limits.passwordChars };
  return new StartRefused(`${fill(refusals[why], 'zh-CN', values)}。`, `${fill(refusals[why], 'en', values)}.`);
};

const checkWish = (wish: AdminWish) => {
  const { platform, account } = wish;
  const merchant = wish.merchant ?? (platform ? platformMerchant.merchant : undefined);
  const number = wish.number ?? (platform ? platformMerchant.number : FIRST_NUMBER);
  const how = platform ? platformUsage : usage;
  if (merchant === undefined || account === undefined || merchant.trim() === '' || account.trim() === '')
    throw new StartRefused(`缺少商户名称或账号：${how}`, `The merchant's name or the account is missing: ${how}`);
  if (!/^\d{1,20}$/.test(number))
    throw new StartRefused('商户编号应为 1–20 位数字。', 'The merchant number must be 1 to 20 digits.');
  const name = account.trim();
  return { merchantName: merchant.trim(), merchantNumber: number, account: name, name, platform };
};

/**
 * Makes the first administrator (a merchant and its owner), or one of the platform's people. Works beside a running
 * house (its database is attached to) and without one (the database is started for as long as it takes).
 * @returns the exit code. @throws {StartRefused} for what is missing or taken.
 */
export const createAdmin = async (settings: Settings, wish: AdminWish): Promise<number> => {
  const owner = checkWish(wish);
  const password = await readPassword();
  const why = whyWeak(password, owner.account);
  if (why !== null) throw refusedPassword(why);
  openDataDir(settings.dataDir);
  try {
    await withDatabase(settings, 'create-admin', async database => {
      await migrate(database);
      await createInDatabase(database, { ...owner, password });
    });
  } catch (error) {
    if (error instanceof OtherLevel)
      throw new StartRefused(
        `商户编号 ${owner.merchantNumber} 已是另一级的，请换一个编号。`,
        `${error.message}; give another number.`,
      );
    if ((error as { code?: string }).code !== TAKEN) throw error;
    throw new StartRefused(
      `商户 ${owner.merchantNumber} 已有账号 ${owner.account}。`,
      `Merchant ${owner.merchantNumber} has an account ${owner.account} already.`,
    );
  }
  process.stdout.write(`已创建。登录：商户编号 ${owner.merchantNumber}，账号 ${owner.account}。\n`);
  return 0;
};
