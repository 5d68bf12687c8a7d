/** In-place radix-2 Fourier transform; the length is a power of two. `inverse` leaves the result scaled by 1/n. */
export const transform = (re: Float64Array, im: Float64Array, inverse: boolean): void => {
  const n = re.length;
  reorder(re, im);
  for (let size = 2; size <= n; size <<= 1) {
    const half = size >> 1;
    const angle = ((inverse ? 2 : -2) * Math.PI) / size;
    const cosines = new Float64Array(half);
    const sines = new Float64Array(half);
    for (let k = 0; k < half; k++) {
      cosines[k] = Math.cos(angle * k);
      sines[k] = Math.sin(angle * k);
    }
    for (let start = 0; start < n; start += size) {
      for (let k = 0; k < half; k++) {
        const a = start + k;
        const b = a + half;
        const x = re[b]! * cosines[k]! - im[b]! * sines[k]!;
        const y = re[b]! * sines[k]! + im[b]! * cosines[k]!;
        re[b] = re[a]! - x;
        im[b] = im[a]! - y;
        re[a] = re[a]! + x;
        im[a] = im[a]! + y;
      }
    }
  }
  if (inverse) {
    for (let i = 0; i < n; i++) {
      re[i] = re[i]! / n;
      im[i] = im[i]! / n;
    }
  }
};

const reorder = (re: Float64Array, im: Float64Array): void => {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
};
