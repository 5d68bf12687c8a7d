import { SAMPLE_RATE } from './frames.ts';

/**
 * The pilot: a tone far below speech and above its strongest band, one frequency a callee. Where a recording holds it,
 * there is that callee's sound. −46 dB of full scale at its top lies under every voice gate (they open about there),
 * so nobody takes it for speech. All frequencies are multiples of 50 Hz: whole 20 ms frames join without a click.
 */
const PILOTS_HZ = [2850, 3000, 3150, 3300] as const;
const AMPLITUDE = 160;

/** The pilot of the n-th callee, from 0. */
export const pilotHz = (index: number): number => PILOTS_HZ[index % PILOTS_HZ.length]!;

/** Adds the pilot to 16-bit samples that start on a frame boundary; never beyond full scale. */
export const mixPilot = (samples: Int16Array, hz: number): Int16Array =>
  samples.map((sample, i) => {
    const mixed = sample + AMPLITUDE * Math.sin((2 * Math.PI * hz * i) / SAMPLE_RATE);
    return Math.max(-32_768, Math.min(32_767, Math.round(mixed)));
  });
