/** Processor time in ms that the work takes of this thread, in which the house of a slice test answers. */
export const cpuMsOf = async (work: () => unknown): Promise<number> => {
  const before = process.threadCpuUsage();
  await work();
  return process.threadCpuUsage(before).user / 1_000;
};
