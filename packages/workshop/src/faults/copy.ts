import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const cloneDir = resolve(import.meta.dirname, '../../../..');

interface Copy {
  readonly folder: string;
  readonly remove: () => void;
}

/** Dependencies are shared with the original; the workspaces' own links must lead into the copy. */
const linkModules = (folder: string): void => {
  const [from, to] = [join(cloneDir, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(to, '@lianxian'), { recursive: true });
  for (const name of readdirSync(from)) if (name !== '@lianxian') symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(`../../packages/${name}`, join(to, '@lianxian', name));
    const own = join(cloneDir, 'packages', name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, 'packages', name, 'node_modules'));
  }
};

/** A copy of the working tree as it is now (what git ignores stays behind), with the same dependencies. */
export const copyTree = (): Copy => {
  const folder = mkdtempSync(join(tmpdir(), 'lianxian-faults-'));
  // PostgreSQL runs as another user when we are root, and must be able to pass.
  chmodSync(folder, 0o755);
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: cloneDir,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of new Set(listed.split('\0').filter(name => name !== ''))) {
    const source = join(cloneDir, file);
    if (!existsSync(source)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(source, join(folder, file));
  }
  linkModules(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
