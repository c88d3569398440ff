/** Seconds as days, hours and minutes (B095): 1d 2h 3m. */
export function uptime(seconds: number): string {
  const minutes = Math.floor(Math.max(0, seconds) / 60)
  return `${Math.floor(minutes / 1440)}d ${Math.floor(minutes / 60) % 24}h ${minutes % 60}m`
}

/** A size in GiB with one decimal. */
export function bytes(value: number, language: string): string {
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat(language, oneDecimal).format(value / 2 ** 30)} GB`
}
