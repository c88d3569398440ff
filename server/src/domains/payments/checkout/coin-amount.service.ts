import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { CryptoQuote } from '../../../ports/payments.ts'
import { isCoinAmountTaken, type Payment } from '../payments.queries.ts'

/** The quoted amount plus dust that no open payment uses, so that the amount alone names the order. */
export async function uniqueCoins(tx: App, quote: CryptoQuote): Promise<Partial<Payment>> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const units = quote.coinUnits + 1 + Math.floor(Math.random() * quote.dustMax)
    if (await isCoinAmountTaken(tx, quote.coin, quote.network, units)) continue
    const digits = String(units).padStart(quote.unitDecimals + 1, '0')
    const amount = `${digits.slice(0, -quote.unitDecimals)}.${digits.slice(-quote.unitDecimals).padEnd(8, '0')}`
    return {
      coin: quote.coin,
      network: quote.network,
      coinUnits: units,
      charge: {
        kind: 'crypto',
        address: quote.address,
        tag: quote.tag,
        coin: quote.coin,
        network: quote.network,
        amount,
        usdCents: quote.usdCents,
      },
    }
  }
  throw fail('payment.method_unavailable')
}
