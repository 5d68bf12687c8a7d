/**
 * Every colour of the product (docs/look.md#colour: neutrals, states and voices are the same in all themes; a theme owns
 * its brand and its frame). Each pair that carries text has a contrast of 4.5 or more.
 */
import { brandColours } from './brand-colour.ts';

export type ThemeName = keyof typeof themes;
export type Mode = 'light' | 'dark';

const neutrals = {
  light: {
    sheet: '#ffffff',
    sheet2: '#f7f8fa',
    hover: '#f3f5f8',
    ink1: '#151b24',
    ink2: '#3f4957',
    ink3: '#5b6574',
    line: '#dde2e8',
    line2: '#eaedf1',
    line3: '#c3cad4',
    ok: '#0b6b48',
    okS: '#0b7f57',
    okT: '#e2f3eb',
    warn: '#855000',
    warnS: '#a36100',
    warnT: '#fcf0da',
    bad: '#b0261d',
    badS: '#c2332a',
    badT: '#fcebe9',
    idle: '#56606e',
    idleT: '#edf0f3',
    robot: '#55647f',
    robotW: '#7585a3',
    robotT: '#eef1f6',
    callee: '#0a6c80',
    calleeW: '#1595ad',
    calleeT: '#e3f3f6',
    seat: '#6d44bd',
    seatW: '#8e6bd6',
    seatT: '#f1ecfb',
    lvA: '#1b2330',
    lvB: '#465264',
    lvC: '#6b7788',
    lvD: '#a9b3c0',
    lvE: '#cdd4dd',
    lvF: '#e6eaef',
    shadow: '18,26,38',
  },
  dark: {
    sheet: '#14181e',
    sheet2: '#1a1f27',
    hover: '#1f252e',
    ink1: '#e8ecf2',
    ink2: '#b9c2ce',
    ink3: '#929dab',
    line: '#2a313b',
    line2: '#222831',
    line3: '#3c4552',
    ok: '#4fd19a',
    okS: '#0b7f57',
    okT: '#11291f',
    warn: '#eeb257',
    warnS: '#a36100',
    warnT: '#2d2312',
    bad: '#ff8c8c',
    badS: '#c2332a',
    badT: '#351a18',
    idle: '#a1abb8',
    idleT: '#232a33',
    robot: '#a9b6cc',
    robotW: '#76849c',
    robotT: '#212833',
    callee: '#58c4d8',
    calleeW: '#2aa3ba',
    calleeT: '#10282e',
    seat: '#b89cf2',
    seatW: '#9577da',
    seatT: '#251e38',
    lvA: '#eef2f7',
    lvB: '#b8c2cf',
    lvC: '#8a95a4',
    lvD: '#5f6a79',
    lvE: '#434c58',
    lvF: '#2c333d',
    shadow: '0,0,0',
  },
} as const;

export const themes = {
  default: {
    light: {
      brand: '#2350c2',
      brandH: '#1b43a8',
      brandText: '#2350c2',
      brandT: '#e8eefb',
      frame: '#e9edf2',
      frame2: '#dfe4eb',
      fline: '#d3dae3',
      f1: '#17202c',
      f2: '#434e5d',
      f3: '#556070',
      fOn: '#ffffff',
      fOnT: '#17202c',
    },
    dark: {
      brand: '#3565db',
      brandH: '#2f5ac6',
      brandText: '#8fb0ff',
      brandT: '#1a2545',
      frame: '#0b0e12',
      frame2: '#161b22',
      fline: '#1f262f',
      f1: '#e8ecf2',
      f2: '#b3bdc9',
      f3: '#8c97a5',
      fOn: '#1a2545',
      fOnT: '#dce6ff',
    },
  },
  black_g: {
    light: {
      brand: '#0d7a5f',
      brandH: '#0a6650',
      brandText: '#0b6f56',
      brandT: '#e2f2ed',
      frame: '#131a18',
      frame2: '#1f2926',
      fline: '#2a3632',
      f1: '#eef4f1',
      f2: '#b7c4be',
      f3: '#93a29b',
      fOn: '#0d7a5f',
      fOnT: '#ffffff',
    },
    dark: {
      brand: '#0d7a5f',
      brandH: '#0e8365',
      brandText: '#5ccfae',
      brandT: '#112a24',
      frame: '#0a0f0d',
      frame2: '#151c1a',
      fline: '#1e2724',
      f1: '#eef4f1',
      f2: '#b7c4be',
      f3: '#8d9c95',
      fOn: '#0d7a5f',
      fOnT: '#ffffff',
    },
  },
  black_y: {
    light: {
      brand: '#8a5a00',
      brandH: '#734b00',
      brandText: '#805300',
      brandT: '#f8efdc',
      frame: '#1b1812',
      frame2: '#2a251b',
      fline: '#383225',
      f1: '#f5f1e8',
      f2: '#c6bfb0',
      f3: '#a59d8c',
      fOn: '#f2b632',
      fOnT: '#241a04',
    },
    dark: {
      brand: '#8f5e00',
      brandH: '#a06a00',
      brandText: '#f0bb4a',
      brandT: '#2d2410',
      frame: '#0f0d09',
      frame2: '#1c1912',
      fline: '#282419',
      f1: '#f5f1e8',
      f2: '#c6bfb0',
      f3: '#9d9585',
      fOn: '#f2b632',
      fOnT: '#241a04',
    },
  },
  black_r: {
    light: {
      brand: '#b3224b',
      brandH: '#981b3f',
      brandText: '#ab2047',
      brandT: '#fbe9ee',
      frame: '#1b1316',
      frame2: '#2a1e22',
      fline: '#39292e',
      f1: '#f6eef0',
      f2: '#c8babe',
      f3: '#a8979c',
      fOn: '#b3224b',
      fOnT: '#ffffff',
    },
    dark: {
      brand: '#bd2a54',
      brandH: '#d03562',
      brandText: '#ff93ae',
      brandT: '#351620',
      frame: '#100b0d',
      frame2: '#1d1417',
      fline: '#2a1e22',
      f1: '#f6eef0',
      f2: '#c8babe',
      f3: '#9f8e93',
      fOn: '#bd2a54',
      fOnT: '#ffffff',
    },
  },
} as const;

type Colours = Readonly<Record<keyof (typeof neutrals)['light'] | keyof (typeof themes)['default']['light'], string>>;

/** What an own colour must be readable on; more of it is in the tints of the dark, where little shows. */
const groundsOf = (mode: Mode) => ({
  black: '#000000',
  onBrand: neutrals.light.sheet,
  towards: mode === 'light' ? neutrals.light.ink1 : neutrals.light.sheet,
  sheets: [neutrals[mode].sheet, neutrals[mode].sheet2, neutrals[mode].hover],
  tint: mode === 'light' ? 0.1 : 0.22,
});

/** `own`: a colour of a reseller's choice instead of the theme's brand, as `#rrggbb`; empty: none. */
export const coloursOf = (theme: ThemeName, mode: Mode, own = ''): Colours => {
  const colours = { ...neutrals[mode], ...themes[theme][mode] };
  if (own === '') return colours;
  const brand = brandColours(own, groundsOf(mode));
  // In frames of a colour the open entry stands on the brand, in the neutral one on white or a tint.
  const frame =
    theme === 'default'
      ? mode === 'dark'
        ? { fOn: brand.brandT }
        : {}
      : { fOn: brand.brand, fOnT: neutrals.light.sheet };
  return { ...colours, ...brand, ...frame };
};
