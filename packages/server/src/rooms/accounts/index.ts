export { whyWeak } from './password.policy.ts';
export { hashPassword, oneTimePassword, openPasswords } from './password.ts';
export { findMerchant, findPassword, platformMerchants, setPassword } from './people.store.ts';
export { createOwner, resetPassword, revokeSessionsOf } from './people.ts';
export { beginPreview, endPreviews } from './preview.ts';
export {
  endSessions,
  insertSession,
  listSessions,
  noteProof,
  openFactorDue,
  revokeSession,
  sweepSignIns,
} from './session.store.ts';
export { authenticateWith, hashOfToken, holderOf, liveSessionsWith, newToken } from './session.ts';
export { openDailyBell, tellPlatform } from './tell-platform.ts';
