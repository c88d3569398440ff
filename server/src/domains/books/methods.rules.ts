import {
  payMethodNames,
  payMethods,
  type PayMethod,
  type PayMethodName,
  type StoredMethod,
} from '@chaveiro/contracts/payment-methods'

import type { App } from '../../platform/app.ts'
import type { ChargeProvider } from '../../ports/payments.ts'

type ProviderByMethod = { [Name in PayMethodName as (typeof payMethods)[Name]]: Name }

/** The provider of each payment method: the inverse of payMethods. */
export const providerOf = Object.fromEntries(
  payMethodNames.map((name) => [payMethods[name], name]),
) as ProviderByMethod

/** Whether a provider charges this method; orders created by staff have no provider (Q134). */
export const isCharged = (method: StoredMethod): method is PayMethod => method in providerOf

/** Whether a method moves no real money, because it uses a sandbox or test credentials (P358). */
export const isTestMoney = (app: App, method: PayMethod): boolean =>
  app.providerSettings.isTest(providerOf[method]) === true

/**
 * Whether a method is offered. In a production shop, a method in test mode is offered to staff
 * only: a customer must never get a real key for test money (P424).
 */
export const isOffered = (app: App, method: PayMethod, isStaff = false): boolean =>
  (method === payMethods.crypto ? app.providers.crypto : app.providers.charges[method]) !== null &&
  (isStaff || !app.config.production || !isTestMoney(app, method))

/** Whether a method still has the mode, real or test money, in which the payment was opened. */
export const isItsMoney = (
  app: App,
  { method, testMode }: { method: StoredMethod; testMode: boolean },
): boolean => isCharged(method) && (!app.config.production || isTestMoney(app, method) === testMode)

/**
 * The provider to ask about a payment; null when the shop cannot ask. If the method switched
 * between real and test money since, the saved credentials of the other mode are used: a provider
 * account has only one mode (P424, P427).
 */
export const chargesFor = (
  app: App,
  payment: { method: StoredMethod; testMode: boolean },
): ChargeProvider | null => {
  const { method, testMode } = payment
  if (!isCharged(method)) return null
  if (isItsMoney(app, payment)) return app.providers.charges[method]

  const asideProvider = app.providerSettings.aside(providerOf[method])

  return asideProvider?.test === testMode ? asideProvider.charges : null
}
