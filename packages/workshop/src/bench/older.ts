/** Part of `npm run check`: figures whose code has changed since they were measured. It tells, and never fails. */
import { execFileSync } from 'node:child_process';
import { cloneDir, readFigures } from './figures.ts';
import { subjects } from './subjects.ts';

/** Commits since then that touched what it measures; null where the clone does not reach back so far. */
const changesSince = (commit: string, paths: readonly string[]): number | null => {
  try {
    const range = `${commit.replace(/\+$/, '')}..HEAD`;
    const said = execFileSync('git', ['rev-list', '--count', range, '--', ...paths], {
      cwd: cloneDir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(said);
  } catch {
    return null;
  }
};

const older = readFigures().flatMap(({ name, commit }) => {
  const changes = changesSince(commit, subjects[name] ?? []);
  return changes === null || changes === 0 ? [] : [`${name} (${changes})`];
});
if (older.length > 0) process.stdout.write(`figures older than their code, with changes since: ${older.join(', ')}\n`);
