/** The one gate while working: format, lint, types, architecture, licences, talk files, fast tests; under 90 s. */
import { runPart, runStaticParts } from './run-part.mjs';

const results = await Promise.all([
  runStaticParts(),
  runPart('fast tests: architecture, licences, talk files, rules and machines', 'vitest', ['run', '--project', 'fast']),
]);
process.exit(results.flat().every(Boolean) ? 0 : 1);
