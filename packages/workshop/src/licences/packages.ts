import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../architecture/sources.ts';

/** One installed package that some workspace needs at run time. */
export interface LinkedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly folder: string;
  /** The workspaces that lead to it. */
  readonly neededBy: readonly string[];
}

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}

const lock = (): Record<string, LockEntry> =>
  (JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockEntry> })
    .packages;

/** Node's resolution, on the lockfile: the nearest `node_modules` upward from the one who asks. */
const find = (entries: Record<string, LockEntry>, from: string, name: string): string | null => {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const path = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    if (entries[path]) return path;
    if (base === '') return null;
    if (!base.includes('/node_modules/')) {
      const top = `node_modules/${name}`;
      return entries[top] ? top : null;
    }
  }
};

/**
 * Everything that runs with the product: the closure of the workspaces' dependencies over the lockfile, development
 * tools left out. Platform binaries that are not installed here are listed by the lockfile all the same.
 */
export const linkedPackages = (): LinkedPackage[] => {
  const entries = lock();
  const reached = new Map<string, Set<string>>();
  const visit = (path: string, workspace: string): void => {
    const seen = reached.get(path) ?? new Set<string>();
    if (seen.has(workspace)) return;
    reached.set(path, seen.add(workspace));
    const entry = entries[path]!;
    const needs = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies };
    for (const name of Object.keys(needs)) {
      const found = find(entries, path, name);
      if (found && !entries[found]!.link) visit(found, workspace);
    }
  };
  const workspaces = Object.keys(entries).filter(
    path => path.startsWith('packages/') && !path.includes('node_modules'),
  );
  for (const workspace of workspaces.filter(path => path !== 'packages/workshop')) {
    const entry = entries[workspace]!;
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const found = find(entries, workspace, name);
      if (found && !entries[found]!.link) visit(found, workspace.slice('packages/'.length));
    }
  }
  return [...reached]
    .map(([path, needed]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entries[path]!.version ?? '',
      licence: licenceOf(path, entries[path]!),
      folder: join(repository, path),
      neededBy: [...needed].sort(),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
};

const licenceOf = (path: string, entry: LockEntry): string => {
  if (entry.license) return entry.license;
  const manifest = join(repository, path, 'package.json');
  if (!existsSync(manifest)) return 'unknown';
  const { license, licenses } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    license?: string | { type: string };
    licenses?: readonly { type: string }[];
  };
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(one => one.type).join(' OR ') ?? 'unknown';
};
