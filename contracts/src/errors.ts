// One catalogue: code -> HTTP status and text in both languages, one file a domain (errors/).
// Substrings that clients search for ('Invalid credentials', 'reCAPTCHA', 'Muitas tentativas') must
// stay in the text (Q22).

import { accountErrors } from './errors/accounts.ts'
import { catalogueErrors } from './errors/catalogue.ts'
import { deliveryErrors } from './errors/deliveries.ts'
import { pageErrors } from './errors/pages.ts'
import { paymentErrors } from './errors/payments.ts'
import { providerErrors } from './errors/providers.ts'
import type { Refusal } from './errors/refusal.ts'
import { requestErrors } from './errors/requests.ts'
import { reviewErrors } from './errors/reviews.ts'
import { supportErrors } from './errors/support.ts'
import type { Localized } from './localized.ts'

export const errors = {
  ...requestErrors,
  ...accountErrors,
  ...catalogueErrors,
  ...deliveryErrors,
  ...pageErrors,
  ...paymentErrors,
  ...providerErrors,
  ...reviewErrors,
  ...supportErrors,
} satisfies Record<string, Refusal>

type Catalogue = typeof errors
export type ErrorCode = keyof Catalogue

/** Codes whose text has no details. */
export type PlainErrorCode = {
  [C in ErrorCode]: Catalogue[C]['text'] extends Localized ? C : never
}[ErrorCode]

/** The details in the text of a code, for codes that are not plain. */
export type DetailsOf<C extends ErrorCode> = Catalogue[C]['text'] extends (
  details: infer D,
) => Localized
  ? D
  : never
