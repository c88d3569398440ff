/**
 * Seconds as days, hours and minutes (B095), from the first unit that is not zero: 1d 2h 3m, 16m.
 */
export function formatUptime(seconds: number): string {
  const totalMinutes = Math.floor(Math.max(0, seconds) / 60)
  const unitTexts = [
    `${Math.floor(totalMinutes / 1440)}d`,
    `${Math.floor(totalMinutes / 60) % 24}h`,
  ]
  const firstNonZero = unitTexts.findIndex((part) => !part.startsWith('0'))

  return [...(firstNonZero < 0 ? [] : unitTexts.slice(firstNonZero)), `${totalMinutes % 60}m`].join(
    ' ',
  )
}

/** Duration in its two largest units: 59s, 4m, 2h 5m, 3d 1h. */
export function formatAge(seconds: number): string {
  const totalMinutes = Math.floor(seconds / 60)
  if (totalMinutes < 1) return `${Math.max(0, Math.floor(seconds))}s`
  if (totalMinutes < 60) return `${totalMinutes}m`

  const totalHours = Math.floor(totalMinutes / 60)

  if (totalHours < 24) return `${totalHours}h ${totalMinutes % 60}m`

  return `${Math.floor(totalHours / 24)}d ${totalHours % 24}h`
}

/** Bytes as GiB with one decimal. */
export function formatBytes(value: number, language: string): string {
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat(language, oneDecimal).format(value / 2 ** 30)} GB`
}
