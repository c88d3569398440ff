import type { Currency } from '@chaveiro/contracts/limits'
import { chargedMethods, type PayMethod } from '@chaveiro/contracts/payment-methods'

import type { App } from '../../../platform/app.ts'
import { fail, type Failure } from '../../../platform/errors.ts'
import { readTroubles } from '../../../platform/load/breakers.ts'
import type { ProviderUnknown } from '../../../ports/payments.ts'
import { isOffered, providerOf } from '../../books/methods.rules.ts'

/** Whether charges by this method are refused now, because its provider fails. */
export const isMethodShut = (app: App, method: PayMethod): Promise<boolean> =>
  app.breakers.isShut(providerOf[method])

/** The refusal that names the offered methods that work. */
export async function unstable(
  app: App,
  method: PayMethod,
  { currency, isStaff }: { currency: Currency; isStaff?: boolean | undefined },
): Promise<Failure> {
  const failureStates = await readTroubles(app)

  const workingMethods = chargedMethods
    .filter((other) => other !== method && isOffered(app, other, isStaff))
    .filter((other) => !failureStates[providerOf[other]] && (other !== 'pix' || currency === 'BRL'))
    .map((other) => providerOf[other])

  return fail('payment.method_unstable', { method: providerOf[method], instead: workingMethods })
}

/** The error for a charge without an answer; it differs when the provider was not even asked. */
export const unanswered = async (
  app: App,
  error: ProviderUnknown,
  method: PayMethod,
  buyer: { currency: Currency; isStaff?: boolean | undefined },
): Promise<Failure> =>
  error.code === 'BREAKER_OPEN' ? unstable(app, method, buyer) : fail('payment.provider_failed')
