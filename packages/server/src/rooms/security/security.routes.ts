import { type InputOf, securityEndpoints } from '@lianxian/contract';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { endSessions, findPassword, listSessions, openPasswords } from '../accounts/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { openTries } from '../tries/index.ts';
import { acceptAgreement, isAgreementAccepted } from './agreement.store.ts';
import { beginSecondFactor, confirmSecondFactor, endSecondFactor } from './factor-setup.ts';
import type { SecurityGiven, SecurityParts } from './parts.ts';
import { changePassword } from './password.ts';
import { proveAgain } from './prove.ts';
import { countRecoveryCodes, findFactor } from './second-factor.store.ts';
import { sessionView } from './security.view.ts';
import { findBound } from './wechat.store.ts';
import { bindWeChat, makeBindCode, unbindWeChat } from './wechat.ts';

const endOwnSessions = async (
  { onRevoked }: SecurityParts,
  which: { readonly only: Buffer } | { readonly allBut: Buffer },
  context: SignedInContext,
): Promise<number> => {
  const { db, session, at } = context;
  const ended = await db.transaction(async tx => {
    const ids = await endSessions(tx, { employeeId: session.employeeId, ...which }, at);
    if (ids.length > 0) await recordAudit(tx, { action: 'session.end', target: session.employeeId }, auditBy(context));
    return ids;
  });
  for (const id of ended) onRevoked(id);
  return ended.length;
};

const bindSessions = (front: Front, parts: SecurityParts): void => {
  bind(front, securityEndpoints.sessions, async (_input, { db, session, at }) => {
    const rows = await listSessions(db, session.employeeId, at);
    return { list: rows.map(row => sessionView(row, session.id)), total: rows.length };
  });
  bind(front, securityEndpoints.endSession, async ({ id }, context) => {
    const ended = await endOwnSessions(parts, { only: Buffer.from(id, 'hex') }, context);
    if (ended === 0) throw refuse('notFound', { what: 'session' });
    return {};
  });
  bind(front, securityEndpoints.endOtherSessions, async (_input, context) => ({
    ended: await endOwnSessions(parts, { allBut: Buffer.from(context.session.id, 'hex') }, context),
  }));
};

/** What guards the account of who asks. */
const securityOf = async ({ weChat }: SecurityParts, { db, session }: SignedInContext) => {
  const { employeeId } = session;
  const [person, factor, codes, bound] = await Promise.all([
    findPassword(db, employeeId),
    findFactor(db, employeeId),
    countRecoveryCodes(db, employeeId),
    findBound(db, employeeId),
  ]);
  return {
    passwordChangedAt: person?.passwordChangedAt?.toISOString() ?? null,
    secondFactorSince: factor?.confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: codes,
    weChatAvailable: weChat !== null,
    weChatBoundAt: bound?.boundAt.toISOString() ?? null,
  };
};

const agree = async (
  { agreementNow }: SecurityParts,
  input: InputOf<typeof securityEndpoints.agreement>,
  context: SignedInContext,
) => {
  const { db, session, at, ip } = context;
  const { employeeId } = session;
  const { version, content: text } = await agreementNow();
  if (version === 0) return { version, text, accepted: true };
  // Who read an older text has not accepted this one.
  if (input.accept && (input.version ?? version) === version) {
    await db.transaction(async tx => {
      if (await acceptAgreement(tx, { employeeId, version, at, ip }))
        await recordAudit(tx, { action: 'agreement.accept', target: String(version) }, auditBy(context));
    });
    return { version, text, accepted: true };
  }
  return { version, text, accepted: await isAgreementAccepted(db, employeeId, version) };
};

const bindWeChatRoutes = (front: Front, parts: SecurityParts): void => {
  bind(front, securityEndpoints.bindCode, (_input, context) => makeBindCode(parts, context));
  bind(front, securityEndpoints.mpBind, (input, context) => bindWeChat(parts, input, context));
  bind(front, securityEndpoints.unbind, async (_input, context) => {
    await unbindWeChat(context);
    return {};
  });
};

/** One's own account: sessions, password, second factor, agreement, WeChat user. */
export const bindSecurity = (front: Front, given: SecurityGiven): void => {
  const parts: SecurityParts = { ...given, tries: openTries(given), isPassword: openPasswords() };
  bindSessions(front, parts);
  bind(front, securityEndpoints.security, (_input, context) => securityOf(parts, context));
  bind(front, securityEndpoints.changePwd, async (input, context) => {
    await changePassword(parts, input, context);
    return {};
  });
  bind(front, securityEndpoints.prove, (input, context) => proveAgain(parts, input, context));
  bind(front, securityEndpoints.agreement, (input, context) => agree(parts, input, context));
  bind(front, securityEndpoints.totpBegin, ({ password }, context) => beginSecondFactor(parts, password, context));
  bind(front, securityEndpoints.totpConfirm, ({ code }, context) => confirmSecondFactor(parts, code, context));
  bind(front, securityEndpoints.totpEnd, async (input, context) => {
    await endSecondFactor(parts, input, context);
    return {};
  });
  bindWeChatRoutes(front, parts);
};
