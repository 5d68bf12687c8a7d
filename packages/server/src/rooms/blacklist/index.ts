export { bindBlacklist, blacklistFor } from './blacklist.routes.ts';
export { countEntries, deleteImported, insertEntries, listEntries, todayOf } from './entries.store.ts';
export { blacklisted, blacklistOf, isWhite } from './lookup.store.ts';
export type { NumberList } from './number-list.ts';
export { phoneKeyOf, phoneOfKey } from './phone-key.ts';
export { readPhones } from './phones.policy.ts';
export { blacklistByReply, blacklistByRule, blacklistCallee } from './wish.store.ts';
