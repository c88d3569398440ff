import type { Row } from '../core/state.ts'
import { invalid } from './errors.ts'
import type { LineItem, Refund, Stripe } from './model.ts'

/** A list as Stripe shows it. */
export const listOf = <T>(
  data: T[],
  url: string,
  hasMore = false,
): { object: 'list'; data: T[]; has_more: boolean; url: string } => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
})

/** The line items of a session as a list object. */
export const lineItemsOf = (
  stripe: Stripe,
  sessionId: string,
): ReturnType<typeof listOf<LineItem>> =>
  listOf(
    stripe.details.get(sessionId)?.lineItems ?? [],
    `/v1/checkout/sessions/${sessionId}/line_items`,
  )

/** The ten newest refunds of a charge; clients list the rest. */
function refundsOf(stripe: Stripe, chargeId: string): ReturnType<typeof listOf<Refund>> {
  const refunds = stripe.refunds.newestFirst().filter((refund) => refund.charge === chargeId)
  return listOf(refunds.slice(0, 10), `/v1/charges/${chargeId}/refunds`, refunds.length > 10)
}

/**
 * Fill the fields named by `expand[]`, e.g. payment_intent.latest_charge; four levels, as at
 * Stripe.
 */
export function expand(stripe: Stripe, object: Row, paths: readonly string[]): Row {
  const copy = structuredClone(object)

  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > 4)
      throw invalid('You cannot expand more than 4 levels of a property.', undefined, 'expand')

    expandPath(stripe, copy, parts, path)
  }

  return copy
}

function expandPath(stripe: Stripe, object: Row, parts: readonly string[], path: string): void {
  const [name = '', ...rest] = parts
  const fields = object as unknown as Record<string, unknown>

  if (name === 'data' && Array.isArray(fields['data'])) {
    for (const item of fields['data'] as Row[]) expandPath(stripe, item, rest, path)
    return
  }

  fillIn(stripe, object, name, path)
  const next = fields[name]
  if (rest.length > 0 && typeof next === 'object' && next !== null)
    expandPath(stripe, next as Row, rest, path)
}

/** Replace an id in a field by its object; an object stays as it is. */
function fillIn(stripe: Stripe, object: Row, name: string, path: string): void {
  const fields = object as unknown as Record<string, unknown>
  const kind = fields['object']

  if (kind === 'checkout.session' && name === 'line_items')
    fields[name] = lineItemsOf(stripe, object.id)
  else if (kind === 'charge' && name === 'refunds') fields[name] = refundsOf(stripe, object.id)
  else if (!Object.hasOwn(fields, name) || !tableOf(stripe, name))
    throw invalid(`This property cannot be expanded (${path}).`, undefined, 'expand[0]')
  else if (typeof fields[name] === 'string')
    fields[name] = structuredClone(tableOf(stripe, name)?.get(fields[name]) ?? fields[name])
}

const tableOf = (stripe: Stripe, field: string): { get(id: string): Row | undefined } | undefined =>
  (
    {
      payment_intent: stripe.intents,
      latest_charge: stripe.charges,
      charge: stripe.charges,
      balance_transaction: stripe.balance,
      customer: stripe.customers,
    } as Record<string, { get(id: string): Row | undefined }>
  )[field]
