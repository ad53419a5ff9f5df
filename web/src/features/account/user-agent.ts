/** What a browser says it is, in words for people; an empty text where it does not say. */
export interface Device {
  readonly browser: string;
  readonly system: string;
  readonly isPhone: boolean;
}

/** In this order: most browsers also name those they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bHarmonyOS\b/, 'HarmonyOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

function firstNamed(names: readonly (readonly [RegExp, string])[], text: string): string {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? '';
}

export function readUserAgent(userAgent: string): Device {
  return {
    browser: firstNamed(browsers, userAgent),
    system: firstNamed(systems, userAgent),
    isPhone: /\bMobile\b|\biPhone\b|\bAndroid\b/.test(userAgent),
  };
}
