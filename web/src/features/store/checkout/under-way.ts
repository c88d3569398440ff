import { readText, sessionStore, writeText } from '../../../state/storage.ts'

const key = 'payment-under-way'

/**
 * The payment that this tab began, by id: a phone may drop the tab while its owner pays in another
 * app, and load it anew after.
 */
export const underWay = {
  remember: (paymentId: string): void => writeText(sessionStore(), key, paymentId),
  recall: (): string | null => readText(sessionStore(), key),
  forget: (): void => writeText(sessionStore(), key, null),
}
