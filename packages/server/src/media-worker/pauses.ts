/**
 * Where a voice rests in a sound: a prompt that goes on after a false interruption begins there and not in a word. Sounds
 * are A-law at 8 kHz.
 */
const BYTES_PER_MS = 8;
/** A rest between two words is at least so long. */
const REST_MS = 60;
/** So far back a rest is looked for; without one the sound begins a syllable earlier. */
const LOOK_BACK_MS = 1_500;
const SYLLABLE_MS = 250;
/** Below −36 dBFS. The bits of an A-law byte, its even ones turned back, rise with the level. */
const QUIET = 0x20;

const isQuiet = (byte: number): boolean => ((byte ^ 0x55) & 0x7f) < QUIET;

/** The nearest rest before `ms`, in its middle; the beginning where that is near. */
export const restBefore = (sounds: readonly Uint8Array[], ms: number): number => {
  const bytes = sounds.length === 1 ? sounds[0]! : Buffer.concat(sounds);
  const to = Math.min(bytes.length, Math.round(ms * BYTES_PER_MS));
  const from = Math.max(0, to - LOOK_BACK_MS * BYTES_PER_MS);
  const rest = REST_MS * BYTES_PER_MS;
  let quiet = 0;
  for (let at = to - 1; at >= from; at -= 1) {
    quiet = isQuiet(bytes[at]!) ? quiet + 1 : 0;
    if (quiet === rest) return Math.round((at + rest / 2) / BYTES_PER_MS);
  }
  return from === 0 ? 0 : Math.max(0, Math.round(to / BYTES_PER_MS - SYLLABLE_MS));
};
