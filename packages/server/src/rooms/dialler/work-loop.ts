/**
 * Does `look` when woken and every so often besides, never twice at once; a wake-up during a look causes another one
 * after it, so none is lost. A look that fails is tried again at the next wake-up.
 */
export interface WorkLoop {
  readonly wake: () => void;
  /** Resolves when no look is under way. */
  readonly idle: () => Promise<void>;
  readonly stop: () => void;
}

export const startWorkLoop = (
  look: () => Promise<void>,
  everyMs: number,
  onFailure: (error: unknown) => void,
): WorkLoop => {
  let again = false;
  let stopped = false;
  let looking: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (again && !stopped) {
      again = false;
      await look().catch(onFailure);
    }
    looking = null;
  };
  const wake = (): void => {
    if (stopped) return;
    again = true;
    looking ??= run();
  };
  const timer = setInterval(wake, everyMs);
  return {
    wake,
    idle: async () => {
      await looking;
    },
    stop: () => {
      stopped = true;
      clearInterval(timer);
    },
  };
};
