/** G.711: 8,000 samples a second, sent in frames of 20 ms. */
export const SAMPLE_RATE = 8_000;
export const FRAME_SAMPLES = 160;
