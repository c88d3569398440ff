import { readText, sessionStore, writeText } from '../../../state/storage.ts'

const storageKey = 'payment-under-way'

/**
 * The payment this tab started, by id. A phone may drop the tab while the buyer pays in another
 * app.
 */
export const startedPayment = {
  remember: (paymentId: string): void => writeText(sessionStore(), storageKey, paymentId),
  recall: (): string | null => readText(sessionStore(), storageKey),
  forget: (): void => writeText(sessionStore(), storageKey, null),
}
