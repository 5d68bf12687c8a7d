import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { figuresAloud } from '@lianxian/core';

/**
 * The name of a prompt's file: what is spoken, how, and by which voice. The same sentence of two plans is one file, and so are
 * two that are said the same.
 */
export const promptHash = (
  voice: string,
  { text, spoken }: { readonly text: string; readonly spoken: string },
): string => {
  const said = spoken === 'asWritten' ? figuresAloud(text) : text;
  return createHash('sha256').update(`${voice}\n${spoken}\n${said}`).digest('hex').slice(0, 40);
};

export const promptFile = (promptsDir: string, hash: string): string => join(promptsDir, `${hash}.alaw`);

/** Where a segment's sound may lie: its recording, where it has one, and what the voice makes of its text. */
export const promptNames = (
  voice: string,
  segment: { readonly text: string; readonly spoken: string; readonly prompt?: string },
): readonly [string, ...string[]] => {
  const spoken = promptHash(voice, segment);
  return segment.prompt !== undefined && recordingName.test(segment.prompt) ? [segment.prompt, spoken] : [spoken];
};

/** As recordings are named: the hash of their sound. Anything else names no file. */
const recordingName = /^[\da-f]{40}$/;
