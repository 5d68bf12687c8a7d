import type { Log } from '../../platform/log.ts';

/**
 * What a call is served by, or null. A service that cannot be had, because its row cannot be read or the recording it copies
 * is gone, costs the call its recogniser or its own voice, never the call: keys are heard, and the usual voice speaks.
 */
export const ofCall = async <T>(log: Log, what: string, find: () => Promise<T | null>): Promise<T | null> => {
  try {
    return await find();
  } catch (error) {
    log.warn({ err: error }, `${what} could not be had: a call goes on without`);
    return null;
  }
};
