/** Which packets of one source were here already (RFC 3711 §3.3.2): a window of the last 128 behind the newest. */
export interface ReplayWindow {
  readonly isFresh: (index: number) => boolean;
  /** Only after it was proved genuine. */
  readonly note: (index: number) => void;
}

/** RFC 3711 wants 64 at least; a power of two. */
const WINDOW_PACKETS = 128;

export const createReplayWindow = (): ReplayWindow => {
  const seen = new Float64Array(WINDOW_PACKETS).fill(-1);
  let newest = -1;
  return {
    isFresh: index => index > newest || (index > newest - WINDOW_PACKETS && seen[index % WINDOW_PACKETS] !== index),
    note: index => {
      seen[index % WINDOW_PACKETS] = index;
      newest = Math.max(newest, index);
    },
  };
};
