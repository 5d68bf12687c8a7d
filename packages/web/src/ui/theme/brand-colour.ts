/**
 * A reseller's own colour as the four that pages use: of any colour one may type, text on it and text of it are readable.
 * It keeps its hue and is made darker or lighter only as far as needed.
 */
type Rgb = readonly [number, number, number];

/** WCAG 2.2, 1.4.3: of text of any size. */
const leastContrast = 4.5;
const steps = 100;

const rgbOf = (hex: string): Rgb => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const hexOf = (rgb: Rgb): string => `#${rgb.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mixed = (one: string, other: string, part: number): string => {
  const [a, b] = [rgbOf(one), rgbOf(other)];
  return hexOf(a.map((value, at) => value + ((b[at] ?? 0) - value) * part) as unknown as Rgb);
};

const luminance = (hex: string): number => {
  const [r, g, b] = rgbOf(hex).map(part => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Of two colours, 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

/** The colour, moved towards `end` no further than it takes to be readable on all of `grounds`. */
const readable = (colour: string, end: string, grounds: readonly string[]): string => {
  const tries = Array.from({ length: steps + 1 }, (_, step) => mixed(colour, end, step / steps));
  return tries.find(each => grounds.every(ground => contrastOf(each, ground) >= leastContrast)) ?? end;
};

interface Grounds {
  /** What a colour too light for text on it is mixed with. */
  readonly black: string;
  /** What text on the brand is written in. */
  readonly onBrand: string;
  /** Of the darkest text and of the lightest. */
  readonly towards: string;
  readonly sheets: readonly string[];
  /** How much of the colour a tint has. */
  readonly tint: number;
}

/** `own` as `#rrggbb`. */
export const brandColours = (own: string, { black, onBrand, towards, sheets, tint }: Grounds) => {
  const brand = readable(own, black, [onBrand]);
  const brandT = mixed(sheets[0] ?? onBrand, brand, tint);
  return {
    brand,
    brandH: mixed(brand, black, 0.15),
    brandT,
    brandText: readable(own, towards, [...sheets, brandT]),
  };
};
