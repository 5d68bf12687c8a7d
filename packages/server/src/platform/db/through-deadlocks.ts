const TRIES = 3;

/** deadlock_detected */
const isDeadlock = (error: unknown): boolean => (error as { readonly code?: unknown }).code === '40P01';

/**
 * Of two transactions that wait for each other's rows the database ends one, which has then done nothing: it is done anew when
 * the other is through. What it does beside the database must wait for its end.
 */
export const throughDeadlocks = async <R>(transaction: () => Promise<R>): Promise<R> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isDeadlock(error) || tried === TRIES) throw error;
    }
  }
};
