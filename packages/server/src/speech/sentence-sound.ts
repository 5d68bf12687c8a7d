import type { Sentence } from '@lianxian/core';
import type { Synthesiser } from './ports/synthesiser.ts';
import { spokenOf, utterance } from './ports/utterance.ts';
import type { Prompts } from './prompts.ts';

/** Somebody waits at a page: longer than a callee would, not longer than a request may take. */
const LISTEN_LIMIT_MS = 15_000;

/** A whole sentence as a call says it, as one piece of A-law. Rejects with `PromptNotMade`. */
export const sentenceSound = async (prompts: Prompts, sentence: Sentence, voice?: Synthesiser): Promise<Uint8Array> => {
  const spoken = spokenOf(sentence.segments);
  const segments = spoken.map(({ segment }) => segment);
  await prompts.ensure(segments, LISTEN_LIMIT_MS, voice);
  const sounds = await Promise.all(segments.map(segment => prompts.read(segment, voice)));
  return Buffer.concat(utterance(spoken, sounds));
};
