/**
 * What every callee of the short plan hears, voiced once for a run of slice tests (vitest globalSetup of the `slice`
 * project): each file would start a voice of its own for the same sentences. What a callee told is voiced in its call.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { builtInVoice } from '../src/speech/built-in.ts';
import { fixedPromptsOf } from '../src/speech/plan-prompts.ts';
import { openPrompts } from '../src/speech/prompts.ts';
import { shortPlan } from './short-plan.ts';
import { voiceProgram } from './voice-program.ts';

const LIMIT_MS = 120_000;

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-prompts-'));
  const voice = builtInVoice({ command: voiceProgram, programs: 1 });
  try {
    await (await openPrompts(folder, voice)).ensure(fixedPromptsOf(shortPlan), LIMIT_MS);
  } finally {
    await voice.close();
  }
  project.provide('prompts', folder);
  return () => rm(folder, { recursive: true, force: true });
};
