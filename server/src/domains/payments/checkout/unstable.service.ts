import type { Currency } from '@chaveiro/contracts/limits'

import type { App } from '../../../platform/app.ts'
import { fail, type Failure } from '../../../platform/errors.ts'
import { troubles } from '../../../platform/load/breakers.ts'
import type { ProviderUnknown } from '../../../ports/payments.ts'
import { isOffered, providerOf, type PayMethod } from '../../books/methods.rules.ts'

const all = Object.keys(providerOf) as PayMethod[]

/** Whether nobody would be asked for a charge by this method now, because its provider fails. */
export const isShut = (app: App, method: PayMethod): Promise<boolean> =>
  app.breakers.isShut(providerOf[method])

/** The refusal that names what the buyer can pay with instead, of what is offered and answers. */
export async function unstable(
  app: App,
  method: PayMethod,
  { currency, isStaff }: { currency: Currency; isStaff?: boolean | undefined },
): Promise<Failure> {
  const told = await troubles(app)

  const instead = all
    .filter((other) => other !== method && isOffered(app, other, isStaff))
    .filter((other) => !told[providerOf[other]] && (other !== 'pix' || currency === 'BRL'))
    .map((other) => providerOf[other])

  return fail('payment.method_unstable', { method: providerOf[method], instead })
}

/** What a buyer is told when his charge has no answer: at once where it was not even asked for. */
export const unanswered = async (
  app: App,
  error: ProviderUnknown,
  method: PayMethod,
  who: { currency: Currency; isStaff?: boolean | undefined },
): Promise<Failure> =>
  error.code === 'BREAKER_OPEN' ? unstable(app, method, who) : fail('payment.provider_failed')
