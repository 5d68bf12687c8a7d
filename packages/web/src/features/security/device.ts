/** What a browser calls itself, made short: its name with its version, and the system it runs on. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['微信', /MicroMessenger\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
];
const systems: readonly (readonly [string, RegExp])[] = [
  ['iOS', /iPhone|iPad/],
  ['Android', /Android/],
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
];

/** `Chrome 140 · Windows`; empty when neither is known. */
export const deviceText = (userAgent: string): string => {
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent));
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const name = browser && `${browser[0]} ${browser[1].exec(userAgent)?.[1]}`;
  return [name, system].filter(Boolean).join(' · ');
};
