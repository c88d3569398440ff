/** A file size with the shortest unit, formatted for a language. */
export function fileSize(bytes: number, language: string): string {
  const unitNames = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const unitIndex =
    bytes < 1 ? 0 : Math.min(unitNames.length - 1, Math.floor(Math.log10(bytes) / 3))

  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: unitNames[unitIndex]!,
    // English has no plural for the short form of byte.
    unitDisplay: unitIndex ? 'short' : 'long',
    maximumFractionDigits: unitIndex ? 1 : 0,
  }).format(bytes / 1000 ** unitIndex)
}
