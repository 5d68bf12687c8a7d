import { ConfigProvider, type ThemeConfig, theme } from 'antd';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { appearance } from './appearance.ts';
import { useComponentWords } from './component-words.ts';
import { type Colours, coloursOf, type Mode } from './tokens.ts';
import '../base.css';
import './look.css';

/** Solid state colours carry white text; the text forms of success and warning are the same hues, darker or lighter. */
const solid = (c: Colours) => ({
  colorPrimary: c.brand,
  colorSuccess: c.okS,
  colorWarning: c.warnS,
  colorError: c.badS,
  colorLink: c.brandText,
});

/** Darker than the solid red of both modes; antd's own is lighter and loses the white text (5.5 → 3.9). */
const dangerHover = '#a82a22';

const tokens = (c: Colours) => ({
  ...solid(c),
  colorPrimaryHover: c.brandH,
  colorPrimaryActive: c.brandH,
  colorErrorHover: dangerHover,
  colorErrorActive: dangerHover,
  colorErrorText: c.bad,
  colorText: c.ink1,
  colorTextSecondary: c.ink2,
  colorTextTertiary: c.ink3,
  colorTextQuaternary: c.ink3,
  colorTextPlaceholder: c.ink3,
  colorTextDisabled: c.ink3,
  colorBorder: c.line3,
  colorBorderSecondary: c.line2,
  colorSplit: c.line2,
  colorBgBase: c.sheet,
  colorBgContainer: c.sheet,
  colorBgElevated: c.sheet,
  colorBgLayout: c.frame,
  colorFillAlter: c.sheet2,
  controlItemBgActive: c.brandT,
  controlItemBgHover: c.hover,
  fontFamily: 'var(--fonts)',
  fontSize: 13,
  borderRadius: 6,
  borderRadiusSM: 4,
  borderRadiusLG: 8,
  controlHeight: 30,
  controlHeightSM: 26,
  controlHeightLG: 36,
  opacityLoading: 1,
  // Without motion a list shows at once; with motion that the style sheet forbids it would wait for its end for ever.
  motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.18s',
  boxShadow: `0 8px 24px rgba(${c.shadow},.18)`,
  boxShadowSecondary: `0 8px 24px rgba(${c.shadow},.18)`,
});

const components = (c: Colours): NonNullable<ThemeConfig['components']> => ({
  Button: {
    fontWeight: 500,
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    // antd would take the solid brand, too dark as text on a dark sheet.
    defaultHoverColor: c.brandText,
    defaultHoverBorderColor: c.brandText,
    defaultActiveColor: c.brandText,
    defaultActiveBorderColor: c.brandText,
  },
  Segmented: { trackBg: c.sheet2, itemSelectedBg: c.sheet, itemColor: c.ink2 },
  Tooltip: { colorBgSpotlight: c.ink1 },
});

/** Seed colours are derived again by antd's algorithms; a second algorithm pins the ones that must keep their contrast. */
const antdTheme = (c: Colours, mode: Mode): ThemeConfig => ({
  cssVar: { key: 'lx' },
  hashed: false,
  algorithm: [
    mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    (_seed, map) => ({ ...theme.defaultAlgorithm(_seed), ...map, ...solid(c) }),
  ],
  token: tokens(c),
  components: components(c),
});

/** antd under the product's overrides; colours follow the branding's theme and the person's appearance. */
export const Look = ({ children }: { children: ReactNode }) => {
  const { theme: name, mode } = useSyncExternalStore(appearance.subscribe, appearance.read);
  const { i18n } = useTranslation();
  const config = useMemo(() => antdTheme(coloursOf(name, mode), mode), [name, mode]);
  const locale = useComponentWords(i18n.language);
  return (
    <ConfigProvider theme={config} button={{ autoInsertSpace: false }} locale={locale}>
      {children}
    </ConfigProvider>
  );
};
