/** Stirling's series is exact to fourteen figures from here on; below, the recurrence leads up to it. */
const SERIES_FROM = 10;

/** The logarithm of the gamma function, for x > 0 (Abramowitz and Stegun, 6.1.41). */
const logGamma = (x: number): number => {
  let [at, passed] = [x, 0];
  for (; at < SERIES_FROM; at += 1) passed += Math.log(at);
  const square = at * at;
  const series = (1 / 12 - (1 / 360 - (1 / 1_260 - 1 / (1_680 * square)) / square) / square) / at;
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - passed;
};

/** The logarithm of the beta function, for a, b > 0. */
export const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);
