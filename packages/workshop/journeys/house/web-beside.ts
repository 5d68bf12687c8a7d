import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, cloneDir } from '../../../server/src/config.ts';
import { openWeb } from '../../../server/src/house.ts';
import { testConfig } from '../../../server/test/open-house.ts';
import { openDirect } from '../../src/prove/database.ts';
import type { House } from './house.ts';

/** A web process of an operator's second machine: the database and the key are those of the house, its settings are its own. */
export interface WebBeside extends Pick<House, 'url'> {
  readonly close: () => Promise<void>;
}

export const openWebBeside = async ({ dataDir }: House, settings: Partial<Config>): Promise<WebBeside> => {
  const own = await mkdtemp(join(tmpdir(), 'lianxian-web-'));
  const direct = await openDirect(dataDir);
  const databaseUrl = await direct.url();
  await direct.close();
  const web = await openWeb(
    testConfig({
      dataDir: own,
      databaseUrl,
      secretKey: (await readFile(join(dataDir, 'secret-key'), 'utf8')).trim(),
      webDist: join(cloneDir, 'packages/web/dist'),
      ...settings,
    }),
  );
  return {
    url: `http://127.0.0.1:${web.info?.port}`,
    close: async () => {
      await web.close();
      await rm(own, { recursive: true, force: true });
    },
  };
};
