/** One processor's worth of nothing, until it is killed or whom it belongs to is gone. */
const SLICE_MS = 50;

process.on('disconnect', () => process.exit(0));
const spin = (): void => {
  for (const until = performance.now() + SLICE_MS; performance.now() < until; );
  setImmediate(spin);
};
spin();
