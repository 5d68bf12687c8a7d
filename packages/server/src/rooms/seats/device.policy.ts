const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
const SHOWN_CHARS = 40;

/** What a device calls itself, as people know it: browser and system; else the beginning of its own words. */
export const deviceOf = (userAgent: string): string => {
  const said = [browsers, systems].flatMap(list => list.find(([sign]) => sign.test(userAgent))?.[1] ?? []);
  return said.length > 0 ? said.join(' · ') : userAgent.slice(0, SHOWN_CHARS);
};
