export { grantApp, keepAppRole, powersOf } from './app-role.ts';
export { rowAsJson, rowsAsJson } from './as-json.ts';
export { byHand, notByHand } from './by-hand.ts';
export { copyRows, isTaken } from './copy-rows.ts';
export { type Days, instantsOf } from './days.ts';
export { compileOnly, sqlOver, tablesOver } from './dialect.ts';
export { type EmbeddedDatabase, startEmbedded } from './embedded/launcher.ts';
export { firstSeen, type RowsOf } from './first-seen.ts';
export { migrate, restoreInto } from './half-restored.ts';
export { FIRST, type LinkedWrite, type Write, writeInTurn } from './in-turn.ts';
export { bytesOfBase64, jsonAsBase64, jsonOfBytes } from './json-bytes.ts';
export { latestVersion, ofLatestVersion, planExists } from './latest-version.ts';
export {
  followsLock,
  lockAdding,
  lockCustomers,
  lockLine,
  lockLists,
  lockPacing,
  lockPeople,
  lockRecount,
  lockTaking,
  pacingLock,
  sharedLineLocks,
} from './locks.ts';
export { type MerchantDb, MerchantStatement, merchantDb, type OpenMerchantDb } from './merchant-db.ts';
export { migrateUnasked, refuseNewerBackup } from './migrate.ts';
export { keepMonths, LIVE_IDS } from './months.ts';
export { codeName, givenRows, sqlName } from './names.ts';
export { livingDoors, livingNodes, livingPeers, NODE_LIVES } from './nodes.ts';
export { asBeginning, asPattern } from './pattern.ts';
export {
  breakWhenSilent,
  checkServer,
  type Database,
  inTransaction,
  openDatabase,
  type PoolOptions,
  type UnscopedDb,
} from './pool.ts';
export { DatabaseRefused } from './refused.ts';
export type { Tables } from './schema.ts';
export {
  callOwner,
  coversOwner,
  peopleBelow,
  type RowOwner,
  scopeOf,
  seenPeople,
  type Viewer,
  withinScope,
} from './scope.ts';
export { type ParamOf, Statement } from './statement.ts';
export { throughDeadlocks } from './through-deadlocks.ts';
