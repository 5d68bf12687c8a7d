import { statfs } from 'node:fs/promises';

/**
 * With less room than this on the disk no new call starts (docs/safety.md#full-disks): a recording of an hour needs 58
 * MB.
 */
export const CALLS_NEED_BYTES = 256 * 1024 * 1024;
/** With less than this nothing more is recorded, so that endings of calls and the database still have room. */
export const RECORDINGS_NEED_BYTES = 64 * 1024 * 1024;

/** Whether a write failed for want of room: on the disk, or in what an account may have of it. */
export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes(String((error as { readonly code?: unknown } | null)?.code));

/** Bytes that this process may still write on the disk of `folder`. */
export const roomOnDisk = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** `roomOnDisk`, asked at most once in `everyMs`. */
export const watchDisk = (
  folder: string,
  everyMs: number,
  read: (folder: string) => Promise<number> = roomOnDisk,
): (() => Promise<number>) => {
  let asked: { readonly on: number; readonly room: Promise<number> } | null = null;
  return () => {
    const on = performance.now();
    if (asked === null || on - asked.on > everyMs) asked = { on, room: read(folder) };
    return asked.room;
  };
};
