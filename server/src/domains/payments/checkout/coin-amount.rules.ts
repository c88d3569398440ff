import type { CryptoQuote } from '../../../ports/payments.ts'

const mostTries = 50

/**
 * The quoted units plus random dust that no open payment uses; null when all tries hit taken
 * amounts.
 */
export async function freeUnits(
  { coinUnits, dustMax }: Pick<CryptoQuote, 'coinUnits' | 'dustMax'>,
  isTaken: (units: number) => Promise<boolean>,
): Promise<number | null> {
  for (let attempt = 0; attempt < mostTries; attempt++) {
    const candidateUnits = coinUnits + 1 + Math.floor(Math.random() * dustMax)
    if (!(await isTaken(candidateUnits))) return candidateUnits
  }
  return null
}

/** The units as an amount for wallets, exact, with eight decimals. */
export function coinText(units: number, decimals: number): string {
  const paddedDigits = String(units).padStart(decimals + 1, '0')
  return `${paddedDigits.slice(0, -decimals)}.${paddedDigits.slice(-decimals).padEnd(8, '0')}`
}
