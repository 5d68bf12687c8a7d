/**
 * Looking with an employee's eyes (decision 67): a session of its own kind with that person's rights, which only reads, for a
 * quarter of an hour at most. It is asked with every request whether who looks is still signed in and still may.
 */
import { limits } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { SignedInContext } from '../../platform/http/index.ts';
import { later } from '../../platform/time.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { insertPreview, revokePreviews } from './preview.store.ts';
import { hashOfToken, newToken } from './session.ts';

const hashOf = ({ session }: SignedInContext): Buffer => Buffer.from(session.id, 'hex');

/**
 * Ends what who asks looks at with others' eyes, or, asked by such a look, that one alone. Answers the sessions, for
 * `push.revoked` after the commit.
 */
export const endPreviews = async (tx: MerchantDb, context: SignedInContext): Promise<readonly string[]> => {
  const ended = await revokePreviews(tx, hashOf(context), context.at);
  for (const { employeeId, name } of ended)
    await recordAudit(tx, { action: 'preview.end', target: employeeId, name }, auditBy(context));
  return ended.map(({ tokenHash }) => tokenHash.toString('hex'));
};

/** One at a time: what this session looked at before ends. */
export const beginPreview = async (
  tx: MerchantDb,
  person: { readonly id: string; readonly name: string },
  context: SignedInContext,
): Promise<{ readonly token: string; readonly until: Date; readonly ended: readonly string[] }> => {
  const { at, ip, userAgent } = context;
  const ended = await endPreviews(tx, context);
  const token = newToken();
  const until = later(at, limits.previewMs);
  const session = { tokenHash: hashOfToken(token), previewerHash: hashOf(context), employeeId: person.id };
  await insertPreview(tx, { ...session, at, expiresAt: until, ip, userAgent });
  const entry = { action: 'preview.begin', target: person.id, name: person.name, after: { until } } as const;
  await recordAudit(tx, entry, auditBy(context));
  return { token, until, ended };
};
