import { randomInt } from 'node:crypto';
import { type InputOf, limits, type securityEndpoints } from '@lianxian/contract';
import { type OpenContext, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { later } from '../../platform/time.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { spendTry } from '../tries/index.ts';
import type { SecurityParts } from './parts.ts';
import { bindUser, keepCode, removeCode, tryCode, unbindUser } from './wechat.store.ts';

/** Six of 31 characters: with a hundred guesses an address in a quarter of an hour, nobody guesses a code of 5 minutes. */
const CODE_CHARS = 6;
const LEGIBLE = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** Two people with the same code at the same time: it is drawn again. */
const DRAWS = 3;

const hashOf = (secrets: Secrets, code: string): string =>
  secrets.digest(`wechat ${code.replace(/[\s-]/g, '').toUpperCase()}`);

/** A code for five minutes; it is shown once, and the one before is void. */
export const makeBindCode = async ({ secrets, weChat }: SecurityParts, { db, session, at }: SignedInContext) => {
  if (weChat === null) throw refuse('weChatOff');
  const expiresAt = later(at, limits.bindCodeMs);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const code = Array.from({ length: CODE_CHARS }, () => LEGIBLE[randomInt(LEGIBLE.length)]).join('');
    if (await keepCode(db, session.employeeId, { codeHash: hashOf(secrets, code), expiresAt }))
      return { code, expiresAt: expiresAt.toISOString() };
  }
  throw new Error('no free code was drawn');
};

/**
 * Binds the WeChat user of a mini-program's login to whoever made the code. Who calls has no token: the code alone says
 * whose account it is, so wrong codes are counted for the address, and tries of a right one for the code.
 */
export const bindWeChat = async (
  parts: SecurityParts,
  { code, jsCode }: InputOf<typeof securityEndpoints.mpBind>,
  context: OpenContext,
): Promise<{ userName: string }> => {
  const { db, merchantDb, secrets, weChat } = parts;
  if (weChat === null) throw refuse('weChatOff');
  const { at } = context;
  const spent = await spendTry(parts, context, 'bind');
  const codeHash = hashOf(secrets, code);
  const owner = await tryCode(db, codeHash, { at, most: limits.bindTries });
  if (owner === undefined) throw spent.fail('bindCodeWrong');
  await spent.giveBack();
  const login = await weChat.loginOf(jsCode);
  if (!login.ok) throw refuse(login.why === 'badCode' ? 'weChatLoginBad' : 'weChatAway');
  await merchantDb(owner.merchantId).transaction(async tx => {
    if (!(await removeCode(tx, owner.employeeId, codeHash))) throw refuse('bindCodeWrong');
    const { openId, unionId } = login;
    if (!(await bindUser(tx, owner.employeeId, { openId, unionId, at }))) throw refuse('weChatTaken');
    await recordAudit(tx, { action: 'wechat.bind', target: owner.employeeId }, auditBy(context, owner.employeeId));
  });
  return { userName: owner.name };
};

export const unbindWeChat = async (context: SignedInContext): Promise<void> => {
  const { db, session } = context;
  await db.transaction(async tx => {
    if (!(await unbindUser(tx, session.employeeId))) return;
    await recordAudit(tx, { action: 'wechat.unbind', target: session.employeeId }, auditBy(context));
  });
};
