import { endpoints, type OutputOf, voiceLimits } from '@lianxian/contract';
import { upload } from '../api/upload.ts';
import { asWav } from './wav-file.ts';

export type SentSound = OutputOf<typeof endpoints.audio.upload>;

/** Larger than the server takes: not even read. */
export const isTooLarge = (file: File): boolean => file.size > voiceLimits.uploadBytes;

/** Converts what the browser can play and sends it. Throws as `upload` does, after its toast. */
export const sendSound = async (
  file: File,
  signal: AbortSignal,
  onProgress: (part: number) => void = () => undefined,
): Promise<SentSound> => {
  const wav = await asWav(file);
  signal.throwIfAborted();
  return upload(endpoints.audio.upload, wav, { signal, onProgress });
};
