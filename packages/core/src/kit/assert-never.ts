/** Ends a switch that must be complete: the compiler refuses a forgotten case, and at run time it is a defect. */
export const assertNever = (value: never): never => {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
};
