/**
 * Settings of the practice carrier: it is a child of the house's supervisor and gets them by environment. A wrong one
 * is a defect of who starts it, so it ends the process with a sentence.
 */
export interface Settings {
  /** UDP port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** The same seed gives the same callees, word for word. */
  readonly seed: number;
  /** Command line of the built-in voice. */
  readonly voiceCommand: readonly string[];
  readonly cacheDir: string;
  /** How long a callee lets it ring, at least and at most. */
  readonly ringMs: { readonly from: number; readonly to: number };
  /** Every callee mixes a quiet tone of its own into all it sends, so that a test can tell whose sound is where. */
  readonly pilot: boolean;
  readonly maxCalls: number;
}

export const parseSettings = (env: Readonly<Record<string, string | undefined>>): Settings => {
  const ring = /^(\d+)-(\d+)$/.exec(env.PRACTICE_RING_MS ?? '1000-2000');
  if (!ring) throw new Error('PRACTICE_RING_MS must be two numbers of milliseconds, like 1000-2000');
  const [from, to] = [Number(ring[1]), Number(ring[2])];
  if (from > to || to > 60_000) throw new Error('PRACTICE_RING_MS must rise and end at 60000 at most');
  return {
    port: whole(env, 'PRACTICE_SIP_PORT', 0, 65_535, 0),
    seed: whole(env, 'PRACTICE_SEED', 0, 0xffffffff, 1),
    voiceCommand: commandLine(env.VOICE_COMMAND),
    cacheDir: env.PRACTICE_CACHE_DIR || fail('PRACTICE_CACHE_DIR must name a folder'),
    ringMs: { from, to },
    pilot: env.PRACTICE_PILOT === 'on',
    maxCalls: whole(env, 'PRACTICE_MAX_CALLS', 1, 10_000, 500),
  };
};

const fail = (sentence: string): never => {
  throw new Error(sentence);
};

const whole = (
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  least: number,
  most: number,
  otherwise: number,
): number => {
  const text = env[name];
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${name} must be a whole number from ${least} to ${most}`);
  }
  return value;
};

const commandLine = (json: string | undefined): readonly string[] => {
  const sentence = 'VOICE_COMMAND must be a JSON array of strings: a program and its arguments';
  let parsed: unknown;
  try {
    parsed = JSON.parse(json ?? '');
  } catch {
    return fail(sentence);
  }
  if (!Array.isArray(parsed) || parsed.length === 0) return fail(sentence);
  return parsed.map(part => (typeof part === 'string' ? part : fail(sentence)));
};
