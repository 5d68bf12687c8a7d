export { openLastCheck } from './last-check.ts';
export { outsideOver } from './outside.ts';
export { regrade } from './settle.store.ts';
export { settlings } from './settle.ts';
export { tellAuthority } from './tell-authority.ts';
