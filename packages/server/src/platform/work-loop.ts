/**
 * Does `look` when woken and again after as many ms as it says, never twice at once; a wake-up during a look causes
 * another one after it, so none is lost. A look that fails is tried again after `retryMs`, or at the next wake-up.
 * Timers are monotonic: a clock that is set back delays nothing.
 */
export interface WorkLoop {
  readonly wake: () => void;
  /** Resolves when no look is under way. */
  readonly idle: () => Promise<void>;
  readonly stop: () => void;
}

export const startWorkLoop = (
  look: () => Promise<number>,
  retryMs: number,
  onFailure: (error: unknown) => void,
): WorkLoop => {
  let again = false;
  let stopped = false;
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const lookOnce = async (): Promise<number> => {
    try {
      return await look();
    } catch (error) {
      onFailure(error);
      return retryMs;
    }
  };
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    let nextMs = retryMs;
    while (again && !stopped) {
      again = false;
      nextMs = await lookOnce();
    }
    looking = null;
    if (!stopped) timer = setTimeout(wake, nextMs);
  };
  const wake = (): void => {
    if (stopped) return;
    again = true;
    looking ??= run();
  };
  timer = setTimeout(wake, retryMs);
  return {
    wake,
    idle: async () => {
      await looking;
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
};
