const browserPatterns: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systemPatterns: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const matchName = (names: readonly [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/**
 * A readable name from a user agent, for example 'Firefox, Windows'. An unknown agent is cut to 80
 * characters; without an agent the name is null.
 */
export function deviceName(userAgent: string | null): string | null {
  if (!userAgent) return null

  const knownParts = [
    matchName(browserPatterns, userAgent),
    matchName(systemPatterns, userAgent),
  ].filter(Boolean)

  return knownParts.join(', ') || userAgent.slice(0, 80)
}
