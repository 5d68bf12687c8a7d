import { endpoints, type OutputOf } from '@lianxian/contract';
import { upload } from '../api/upload.ts';
import type { CallOptions } from '../api/wire.ts';
import type { LiveFaults } from './doubts.ts';
import { asWav } from './wav-file.ts';

/** What the server made of a file, and whether that had been too loud when it was recorded. */
export type SentSound = OutputOf<typeof endpoints.audio.upload> & {
  readonly isClipped: boolean;
  /** Of a take by microphone. */
  readonly live: LiveFaults | null;
};

interface SendOptions extends Pick<CallOptions, 'quiet'> {
  readonly signal?: AbortSignal;
  readonly onProgress?: (part: number) => void;
}

/** Converts what the browser can play and sends it. Throws as `upload` does, after its toast or as `quiet` says. */
export const sendSound = async (
  file: File,
  { signal = new AbortController().signal, onProgress = () => undefined, quiet = false }: SendOptions = {},
): Promise<SentSound> => {
  const { wav, isClipped, heard } = await asWav(file);
  signal.throwIfAborted();
  return { ...(await upload(endpoints.audio.upload, wav, { signal, onProgress, quiet })), isClipped, live: heard };
};
