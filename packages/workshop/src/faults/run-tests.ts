import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { NamedTest } from './types.ts';

const RUN_LIMIT_MS = 120_000;
const OUTPUT_KEPT = 8_000;

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      message: z.string().optional(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
});

type Verdict = 'passed' | 'failed' | 'not run';

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const runVitest = (folder: string, tests: readonly NamedTest[], reportFile: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const first = tests[0]!;
    const names = tests.map(test => literally(test.name)).join('|');
    const files = [...new Set(tests.map(test => test.file))];
    const args = ['run', '--project', first.project, ...files, '-t', names];
    const child = spawn(
      join(folder, 'node_modules/.bin/vitest'),
      [...args, '--reporter=json', `--outputFile=${reportFile}`],
      { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: RUN_LIMIT_MS },
    );
    let said = '';
    const keep = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-OUTPUT_KEPT);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', () => resolve(said));
  });

/**
 * Runs the named tests, all of one project, in the copy. A file that does not even load gives `not run`: a fault that
 * breaks the syntax proves nothing.
 */
export const runTests = async (
  folder: string,
  tests: readonly NamedTest[],
): Promise<{ verdictOf: (test: NamedTest) => Verdict; said: string }> => {
  const reportFile = join(folder, 'faults-report.json');
  rmSync(reportFile, { force: true });
  const said = await runVitest(folder, tests, reportFile);
  const report = reportSchema.parse(JSON.parse(readFileSync(reportFile, 'utf8')));
  const results = report.testResults.flatMap(file => file.assertionResults);
  return {
    said: `${said}\n${report.testResults.map(file => file.message ?? '').join('\n')}`,
    verdictOf: test => {
      const found = results.filter(result => result.title.startsWith(test.name)).map(result => result.status);
      if (found.includes('failed')) return 'failed';
      return found.includes('passed') ? 'passed' : 'not run';
    },
  };
};
