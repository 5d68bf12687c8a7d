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
  /** How long every callee lets it ring, at least and at most (a ringback plays as long as it does); null: as each does. */
  readonly ringMs: { readonly from: number; readonly to: number } | null;
  /** Every callee mixes a quiet tone of its own into all it sends, so that a test can tell whose sound is where. */
  readonly pilot: boolean;
  /** Who started it is told what each callee says, and what it means by that. */
  readonly tells: boolean;
  readonly maxCalls: number;
}

export const parseSettings = (env: Readonly<Record<string, string | undefined>>): Settings => {
  return {
    port: whole(env, 'PRACTICE_SIP_PORT', [0, 65_535], 0),
    seed: whole(env, 'PRACTICE_SEED', [0, 0xffffffff], 1),
    voiceCommand: commandLine(env.VOICE_COMMAND),
    cacheDir: env.PRACTICE_CACHE_DIR || fail('PRACTICE_CACHE_DIR must name a folder'),
    ringMs: ringMs(env.PRACTICE_RING_MS),
    pilot: env.PRACTICE_PILOT === 'on',
    tells: env.PRACTICE_TELLS === 'on',
    maxCalls: whole(env, 'PRACTICE_MAX_CALLS', [1, 10_000], 500),
  };
};

const LONGEST_RING_MS = 60_000;

const ringMs = (text: string | undefined): Settings['ringMs'] => {
  if (text === undefined || text === '') return null;
  const [, from, to] = /^(\d+)-(\d+)$/.exec(text)?.map(Number) ?? [];
  if (from === undefined || to === undefined || from > to || to > LONGEST_RING_MS) {
    return fail(`PRACTICE_RING_MS must be two numbers of milliseconds up to ${LONGEST_RING_MS}, like 1000-2000`);
  }
  return { from, to };
};

const fail = (sentence: string): never => {
  throw new Error(sentence);
};

const whole = (
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  [least, most]: readonly [least: number, most: number],
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
