/**
 * What callees of the short plan hear, voiced once for a run of slice tests (vitest globalSetup of the `slice` project):
 * each file would start a voice of its own for the same sentences. The wish that most of them tell is among it: the voice
 * goes behind calls, on a busy machine it would come too late, and what is late is left out. Another is voiced in its call.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { builtInVoice } from '../src/speech/built-in.ts';
import { promptsOfPlan } from '../src/speech/plan-prompts.ts';
import { openPrompts } from '../src/speech/prompts.ts';
import { shortPlan } from './short-plan.ts';
import { voiceProgram } from './voice-program.ts';

const LIMIT_MS = 120_000;

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-prompts-'));
  const voice = builtInVoice({ command: voiceProgram, programs: 1 });
  try {
    await (await openPrompts(folder, voice)).ensure(promptsOfPlan(shortPlan, { wish: '学画画' }), LIMIT_MS);
  } finally {
    await voice.close();
  }
  project.provide('prompts', folder);
  return () => rm(folder, { recursive: true, force: true });
};
