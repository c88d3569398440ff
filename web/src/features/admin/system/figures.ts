/** Seconds as days, hours and minutes (B095) from the first that is not zero on: 1d 2h 3m, 16m. */
export function uptime(seconds: number): string {
  const minutes = Math.floor(Math.max(0, seconds) / 60)
  const parts = [`${Math.floor(minutes / 1440)}d`, `${Math.floor(minutes / 60) % 24}h`]
  const first = parts.findIndex((part) => !part.startsWith('0'))

  return [...(first < 0 ? [] : parts.slice(first)), `${minutes % 60}m`].join(' ')
}

/** How long something has been so, in its two greatest units: 59s, 4m, 2h 5m, 3d 1h. */
export function age(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return `${Math.max(0, Math.floor(seconds))}s`
  if (minutes < 60) return `${minutes}m`

  const hours = Math.floor(minutes / 60)

  return hours < 24 ? `${hours}h ${minutes % 60}m` : `${Math.floor(hours / 24)}d ${hours % 24}h`
}

/** A size in GiB with one decimal. */
export function bytes(value: number, language: string): string {
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat(language, oneDecimal).format(value / 2 ** 30)} GB`
}
