export { blacklistCallee, blacklisted } from './blacklist.store.ts';
