import { join } from 'node:path';
import { cloneDir } from '../src/config.ts';

/** The command line of the built-in voice; a process of the house is told of it by its environment. */
export const voiceProgram: readonly string[] = [process.execPath, join(cloneDir, 'packages/voice/src/main.ts')];
export const voiceCommand = JSON.stringify(voiceProgram);
