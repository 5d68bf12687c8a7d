export { bindAccounts } from './accounts.routes.ts';
export { type Captchas, openCaptchas } from './captcha.ts';
export { findMerchant, findPerson } from './people.store.ts';
export { createOwner, type Owner } from './people.ts';
export { sweepSignIns } from './session.store.ts';
export { authenticateWith, liveSessionsWith } from './session.ts';
