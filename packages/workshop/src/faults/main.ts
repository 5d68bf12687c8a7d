/**
 * `npm run faults [text …]`: plants each fault of the list (those whose sentence or file holds one of the texts) into a
 * copy of the tree and runs the test that should notice. A test that stays green guards nothing; a name or a text that is
 * not found means that the list is out of date.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloneDir, copyTree } from './copy.ts';
import { faults } from './list.ts';
import { locate } from './locate.ts';
import { runTests } from './run-tests.ts';
import type { Fault } from './types.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Without a fault every named test is green; otherwise its red would prove nothing. */
const proveGreen = async (folder: string, chosen: readonly Fault[]): Promise<boolean> => {
  let isGreen = true;
  for (const project of ['fast', 'slice'] as const) {
    const tests = chosen.map(fault => fault.test).filter(test => test.project === project);
    if (tests.length === 0) continue;
    const { verdictOf, said } = await runTests(folder, tests);
    const wrong = tests.filter(test => verdictOf(test) !== 'passed');
    for (const test of wrong) say(`✗ without any fault: ${test.file}: ${test.name}: ${verdictOf(test)}`);
    if (wrong.length > 0) say(said);
    isGreen &&= wrong.length === 0;
  }
  return isGreen;
};

/** @returns whether the named test noticed. */
const plant = async (folder: string, fault: Fault): Promise<boolean> => {
  const { file, sound, planted } = locate(folder, fault);
  writeFileSync(join(folder, file), planted);
  try {
    const since = performance.now();
    const { verdictOf, said } = await runTests(folder, [fault.test]);
    const verdict = verdictOf(fault.test);
    const seconds = ((performance.now() - since) / 1_000).toFixed(1);
    say(`${verdict === 'failed' ? '✓' : '✗'} ${fault.says} → ${fault.test.name}: ${verdict} (${seconds} s)`);
    if (verdict === 'not run') say(said);
    return verdict === 'failed';
  } finally {
    writeFileSync(join(folder, file), sound);
  }
};

const texts = process.argv.slice(2);
const isAsked = (fault: Fault): boolean =>
  texts.length === 0 || texts.some(text => fault.says.includes(text) || locate(cloneDir, fault).file.includes(text));
const chosen = faults.filter(isAsked);
const copy = copyTree();
try {
  let noticed = 0;
  if (await proveGreen(copy.folder, chosen))
    for (const fault of chosen) if (await plant(copy.folder, fault)) noticed += 1;
  say(`${chosen.length} faults planted, ${noticed} noticed, ${chosen.length - noticed} survived`);
  process.exitCode = noticed === chosen.length && chosen.length > 0 ? 0 : 1;
} finally {
  copy.remove();
}
