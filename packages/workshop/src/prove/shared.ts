import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../../server/src/platform/db/index.ts';

/** A PostgreSQL of nobody's house: it outlives what is done to them. */
interface SharedDatabase {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export const openSharedDatabase = async (): Promise<SharedDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-shared-'));
  // PostgreSQL runs as another user when we are root, and must be able to pass.
  await chmod(folder, 0o711);
  const server = await startEmbedded({ folder: join(folder, 'postgres') });
  return {
    url: server.url,
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
