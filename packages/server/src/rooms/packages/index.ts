import type { UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import type { Front } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { bindPlanFiles } from './files.routes.ts';

export type { UnpackedPlan } from './look-through.ts';
export { type PackedPlan, packPlan } from './pack.ts';
export { publicKeyOf, signerContext } from './signers.store.ts';
export { fingerprintOf } from './signing.ts';
export { insertUnpacked, unpackPlan } from './unpack.ts';

interface PackagesParts {
  readonly push: PushSender;
  readonly files: FileStore;
  readonly secrets: Secrets;
  readonly unscopedDb: UnscopedDb;
}

/** Plans as files: written, signed, read, taken. */
export const bindPackages = (front: Front, parts: PackagesParts): void => bindPlanFiles(front, parts);
