import { type InputOf, limits, type securityEndpoints } from '@lianxian/contract';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { later } from '../../platform/time.ts';
import { findPassword, noteProof } from '../accounts/index.ts';
import type { SecurityParts } from './parts.ts';
import { openCodeCheck } from './second-factor.ts';

/**
 * Proves again whose session it is, by a code or by the password: a page that was left open must not move money. Counted
 * with the other guesses of a session (`provePassword`).
 */
export const proveAgain = async (
  { tries, isPassword, secrets }: SecurityParts,
  { password, code }: InputOf<typeof securityEndpoints.prove>,
  { db, session, at, ip }: SignedInContext,
): Promise<{ until: string }> =>
  await tries.attempt({ subject: ['password', session.employeeId], at, ip, lock: 'passwordTries' }, async one => {
    if (code !== '') {
      if ((await openCodeCheck(secrets)(db, session.employeeId, code, at)) !== 'right') throw one.fail('codeWrong');
    } else {
      const person = await findPassword(db, session.employeeId);
      if (person === undefined) throw refuse('signedOut');
      if (!(await isPassword(person.passwordHash, password))) throw one.fail('oldPasswordWrong');
    }
    await one.forget();
    await noteProof(db, Buffer.from(session.id, 'hex'), at);
    return { until: later(at, limits.proofMs).toISOString() };
  });
