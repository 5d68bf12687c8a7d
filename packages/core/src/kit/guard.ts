/**
 * The door into one call (docs/rules.md#machines: a defect of our own ends that one call). What comes for it from outside
 * goes through its guard: what throws behind it, at once or as a promise that is rejected, is told to `onDefect` and
 * stops neither the others nor the loop that brought it. `onDefect` itself must not throw.
 */
export type Guard = <T extends readonly unknown[]>(act: (...told: T) => unknown) => (...told: T) => void;

export const createGuard =
  (onDefect: (error: unknown) => void): Guard =>
  act =>
  (...told) => {
    try {
      const under = act(...told);
      if (under instanceof Promise) under.catch(onDefect);
    } catch (error) {
      onDefect(error);
    }
  };
