export { bindBlacklist } from './blacklist.routes.ts';
export { blacklistCallee, blacklisted } from './blacklist.store.ts';
