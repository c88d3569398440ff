/** A file's size in words of a language, in the unit that keeps it short. */
export function fileSize(bytes: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))

  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step]!,
    // The short form of a byte knows no plural in English.
    unitDisplay: step ? 'short' : 'long',
    maximumFractionDigits: step ? 1 : 0,
  }).format(bytes / 1000 ** step)
}
