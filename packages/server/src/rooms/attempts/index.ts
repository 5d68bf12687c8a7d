export { promisable } from './call-back.ts';
export { openLastCheck } from './last-check.ts';
export { outsideOver } from './outside.ts';
export { openPaying } from './paying.ts';
export { regrade } from './settle.store.ts';
export { settlingsWith } from './settle.ts';
export { tellAuthority } from './tell-authority.ts';
