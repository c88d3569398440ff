import type { ManualMethod } from '@chaveiro/contracts/states'

import { moneyForm, validNumber, wholeForm } from '../../../../i18n/typed-number.ts'
import type { Choice } from './pick-one.tsx'
import type { Goods } from './picks.tsx'

export type Values = {
  customer: Choice | null
  product: Goods | null
  variantId: string
  quantity: string
  method: ManualMethod
  amount: string
  reference: string
  reason: string
}

const lineOf = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** What is sent of the fields; those of another method stay behind. */
export function bodyOf(values: Values, variantId: string) {
  const reason = lineOf(values.reason)

  const made = {
    userId: values.customer!.id,
    variantId,
    quantity: validNumber(values.quantity, wholeForm),
  }

  if (values.method === 'given') return { ...made, method: values.method, reason }

  return {
    ...made,
    method: values.method,
    amount: validNumber(values.amount, moneyForm(values.product!.currency)),
    reference: values.reference.trim(),
    ...(reason ? { reason } : {}),
  }
}
