import { endpoints } from '@lianxian/contract';
import { call } from './call.ts';
import { serverUrl } from './settings.ts';

/** Saves a file of the platform by a one-minute ticket. What is refused has shown its toast; nothing is thrown. */
export const download = async (fileId: string): Promise<void> => {
  try {
    const { url } = await call(endpoints.file.ticket, { fileId });
    Object.assign(document.createElement('a'), { href: serverUrl(url), download: '' }).click();
  } catch {
    // The sentence is on the page; a download has nothing to undo.
  }
};
