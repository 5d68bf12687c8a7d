/** The one gate while working: format, lint, types, architecture, licences, talk files, fast tests; under 90 s. Tells which figures are old. */
import { spawnSync } from 'node:child_process';
import { root, runPart, runStaticParts } from './run-part.mjs';

const results = await Promise.all([
  runStaticParts(),
  runPart('fast tests: architecture, licences, talk files, rules and machines', 'vitest', ['run', '--project', 'fast']),
]);
spawnSync(process.execPath, ['packages/workshop/src/bench/older.ts'], { cwd: root, stdio: 'inherit' });
process.exit(results.flat().every(Boolean) ? 0 : 1);
