import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { CryptoQuote } from '../../../ports/payments.ts'
import { isCoinAmountTaken, type Payment } from '../state/payments.queries.ts'
import { coinText, freeUnits } from './coin-amount.rules.ts'

/**
 * The quoted amount plus a fraction that no open payment uses, so that the amount alone identifies
 * the order.
 */
export async function uniqueCoins(tx: App, quote: CryptoQuote): Promise<Partial<Payment>> {
  const { coin, network, address, tag, usdCents } = quote
  const uniqueUnits = await freeUnits(quote, (tried) => isCoinAmountTaken(tx, coin, network, tried))
  if (uniqueUnits === null) throw fail('payment.method_unavailable')

  const coinAmount = coinText(uniqueUnits, quote.unitDecimals)

  return {
    coin,
    network,
    coinUnits: uniqueUnits,
    charge: { kind: 'crypto', address, tag, coin, network, amount: coinAmount, usdCents },
  }
}
