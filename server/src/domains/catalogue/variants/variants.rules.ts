import type { productVariants } from '../../../db/tables/index.ts'
import { fail, invalid } from '../../../platform/errors.ts'

type Variant = typeof productVariants.$inferSelect

export type VariantTerms = Pick<
  Variant,
  'priceCents' | 'compareAtCents' | 'provider' | 'validityDays' | 'minQuantity' | 'maxQuantity'
>

/**
 * Refuse fields of a variant that contradict each other. Throws variant.compare_at,
 * variant.delivery and request.invalid. `quantities` are the names of the quantity fields in this
 * call, for the error.
 */
export function assertTerms(
  terms: VariantTerms,
  quantities: readonly string[] = ['minQuantity', 'maxQuantity'],
): void {
  if (terms.compareAtCents !== null && terms.compareAtCents <= terms.priceCents)
    throw fail('variant.compare_at')
  // A licence server needs a validity to create a key.
  if (terms.provider === 'keyauth' && terms.validityDays === null)
    throw fail('variant.delivery', { fields: ['validityDays'] }, { fields: ['validityDays'] })
  if (terms.minQuantity > terms.maxQuantity) throw invalid(quantities)
}
