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

const singleLine = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** Request body; fields of the other method are left out. */
export function manualOrderBody(values: Values, variantId: string) {
  const reasonLine = singleLine(values.reason)

  const orderedUnits = {
    userId: values.customer!.id,
    variantId,
    quantity: validNumber(values.quantity, wholeForm),
  }

  if (values.method === 'given')
    return { ...orderedUnits, method: values.method, reason: reasonLine }

  return {
    ...orderedUnits,
    method: values.method,
    amount: validNumber(values.amount, moneyForm(values.product!.currency)),
    reference: values.reference.trim(),
    ...(reasonLine && { reason: reasonLine }),
  }
}
