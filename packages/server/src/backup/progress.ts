/** What a long command says of how far it is. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

const EVERY_MS = 2_000;

/** Says at most one line in two seconds, so that a million files are not a million lines. */
export const createProgress = (): ((line: string) => void) => {
  let saidAt = performance.now();
  return line => {
    if (performance.now() - saidAt < EVERY_MS) return;
    saidAt = performance.now();
    say(line);
  };
};

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 1536 → 1.5 KB */
export const sizeText = (bytes: number): string => {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
};
