import { type InputOf, limits, type securityEndpoints } from '@lianxian/contract';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { endSessions, findPassword, hashPassword, setPassword, whyWeak } from '../accounts/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import type { Try } from '../tries/index.ts';
import type { SecurityParts } from './parts.ts';

/** What to throw when it was wrong. */
type Fail = Try['fail'];

/**
 * Who has a session proves that he is its owner. A stolen session must not be a way to guess the password: wrong ones
 * lock this check like a sign-in. `further` is what is proved beside it, within the same count.
 */
export const provePassword = async (
  { tries, isPassword }: Pick<SecurityParts, 'tries' | 'isPassword'>,
  password: string,
  { db, session, at, ip }: SignedInContext,
  further: (fail: Fail) => Promise<void> = () => Promise.resolve(),
): Promise<{ readonly account: string; readonly passwordHash: string }> =>
  await tries.attempt({ subject: ['password', session.employeeId], at, ip, lock: 'passwordTries' }, async one => {
    const person = await findPassword(db, session.employeeId);
    if (person === undefined) throw refuse('signedOut');
    if (!(await isPassword(person.passwordHash, password))) throw one.fail('oldPasswordWrong');
    await further(one.fail);
    await one.forget();
    return { account: person.account, passwordHash: person.passwordHash };
  });

/** @throws the refusal that says why this password may not be set for that account. */
const judge = (newPwd: string, oldPwd: string, account: string): void => {
  const why = newPwd === oldPwd ? 'passwordSame' : whyWeak(newPwd, account);
  if (why === 'passwordShort') throw refuse(why, { least: limits.passwordChars });
  if (why !== null) throw refuse(why);
};

/** Changes one's own password; the other sessions end, this one stays. */
export const changePassword = async (
  parts: SecurityParts,
  { oldPwd, newPwd }: InputOf<typeof securityEndpoints.changePwd>,
  context: SignedInContext,
): Promise<void> => {
  const { db, session, at } = context;
  const { employeeId } = session;
  const { account, passwordHash: instead } = await provePassword(parts, oldPwd, context);
  judge(newPwd, oldPwd, account);
  const passwordHash = await hashPassword(newPwd);
  const ended = await db.transaction(async tx => {
    // Somebody reset it meanwhile: this one is of a session that has ended.
    if (!(await setPassword(tx, employeeId, { passwordHash, mustChange: false, at, instead })))
      throw refuse('signedOut');
    await recordAudit(tx, { action: 'password.change', target: employeeId }, auditBy(context));
    return await endSessions(tx, { employeeId, allBut: Buffer.from(session.id, 'hex') }, at);
  });
  for (const id of ended) parts.onRevoked(id);
  if (session.due === 'password') parts.onChanged(db.merchantId, [employeeId]);
};
