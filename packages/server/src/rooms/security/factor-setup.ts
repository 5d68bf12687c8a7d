import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { openFactorDue } from '../accounts/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import type { SecurityParts } from './parts.ts';
import { provePassword } from './password.ts';
import {
  beginFactor,
  confirmFactor,
  findFactor,
  isFactorDemanded,
  removeFactor,
  takeStep,
} from './second-factor.store.ts';
import { factorContext, newRecoveryCodes, openCodeCheck, recoveryHash } from './second-factor.ts';
import { newTotpSecret, otpauthUri, stepOfCode } from './totp.ts';

/** A new secret that is not in force yet; the password is asked for, or a page left open would lock its owner out. */
export const beginSecondFactor = async (parts: SecurityParts, password: string, context: SignedInContext) => {
  const { db, session, at } = context;
  const { account } = await provePassword(parts, password, context);
  const secret = newTotpSecret();
  const secretSealed = parts.secrets.seal(secret, factorContext(db.merchantId, session.employeeId));
  if (!(await beginFactor(db, session.employeeId, { secretSealed, at }))) throw refuse('secondFactorOn');
  return { secret, uri: otpauthUri(secret, await parts.titleOf(db.merchantId), account) };
};

/** The first code shows that the authenticator has the secret. */
export const confirmSecondFactor = async (parts: SecurityParts, code: string, context: SignedInContext) => {
  const { db, session, at, ip } = context;
  const { secrets, tries } = parts;
  const { employeeId } = session;
  return await tries.attempt({ subject: ['code', employeeId], at, ip, lock: 'passwordTries' }, async one => {
    const factor = await findFactor(db, employeeId);
    if (factor === undefined) throw refuse('secondFactorOff');
    if (factor.confirmedAt !== null) throw refuse('secondFactorOn');
    const step = stepOfCode(secrets.open(factor.secretSealed, factorContext(db.merchantId, employeeId)), code, at);
    if (step === null) throw one.fail('codeWrong');
    const recoveryCodes = newRecoveryCodes();
    const codeHashes = recoveryCodes.map(each => recoveryHash(secrets, db, employeeId, each));
    await db.transaction(async tx => {
      await takeStep(tx, employeeId, step);
      if (!(await confirmFactor(tx, employeeId, { codeHashes, at }))) throw refuse('secondFactorOn');
      await openFactorDue(tx, employeeId);
      await recordAudit(tx, { action: 'secondFactor.on', target: employeeId }, auditBy(context));
    });
    await one.forget();
    if (session.due === 'factor') parts.onChanged(db.merchantId, [employeeId]);
    return { recoveryCodes };
  });
};

/** Takes the password and a code, or a recovery code. */
export const endSecondFactor = async (
  parts: SecurityParts,
  { password, code }: { password: string; code: string },
  context: SignedInContext,
): Promise<void> => {
  const { db, session, at } = context;
  const { employeeId } = session;
  if (await isFactorDemanded(db, employeeId)) throw refuse('factorDemanded');
  await provePassword(parts, password, context, async fail => {
    const checked = await openCodeCheck(parts.secrets)(db, employeeId, code, at);
    if (checked === 'none') throw refuse('secondFactorOff');
    if (checked !== 'right') throw fail('codeWrong');
  });
  await db.transaction(async tx => {
    if (!(await removeFactor(tx, employeeId))) throw refuse('secondFactorOff');
    await recordAudit(tx, { action: 'secondFactor.off', target: employeeId }, auditBy(context));
  });
};
