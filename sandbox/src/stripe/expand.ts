import type { Row } from '../core/state.ts'
import { invalidRequest } from './errors.ts'
import type { LineItem, Refund, Stripe } from './model.ts'

/** A list in Stripe's format. */
export const listObject = <T>(
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
): ReturnType<typeof listObject<LineItem>> =>
  listObject(
    stripe.details.get(sessionId)?.lineItems ?? [],
    `/v1/checkout/sessions/${sessionId}/line_items`,
  )

/** The ten newest refunds of a charge; a client reads the others by the list call. */
function refundsOf(stripe: Stripe, chargeId: string): ReturnType<typeof listObject<Refund>> {
  const chargeRefunds = stripe.refunds.newestFirst().filter((refund) => refund.charge === chargeId)
  return listObject(
    chargeRefunds.slice(0, 10),
    `/v1/charges/${chargeId}/refunds`,
    chargeRefunds.length > 10,
  )
}

/**
 * Expands the fields named by `expand[]`, for example payment_intent.latest_charge, up to four
 * levels, as at Stripe.
 */
export function expandFields(stripe: Stripe, object: Row, paths: readonly string[]): Row {
  const expandedCopy = structuredClone(object)

  for (const path of paths) {
    const pathParts = path.split('.')
    if (pathParts.length > 4)
      throw invalidRequest(
        'You cannot expand more than 4 levels of a property.',
        undefined,
        'expand',
      )

    expandPath(stripe, expandedCopy, pathParts, path)
  }

  return expandedCopy
}

function expandPath(stripe: Stripe, object: Row, pathParts: readonly string[], path: string): void {
  const [name = '', ...rest] = pathParts
  const fields = object as unknown as Record<string, unknown>

  if (name === 'data' && Array.isArray(fields['data'])) {
    for (const item of fields['data'] as Row[]) expandPath(stripe, item, rest, path)
    return
  }

  replaceIdByObject(stripe, object, name, path)
  const nextObject = fields[name]
  if (rest.length > 0 && typeof nextObject === 'object' && nextObject !== null)
    expandPath(stripe, nextObject as Row, rest, path)
}

/** Replaces an id in a field by its object; an object is kept. */
function replaceIdByObject(stripe: Stripe, object: Row, name: string, path: string): void {
  const fields = object as unknown as Record<string, unknown>
  const objectKind = fields['object']

  if (objectKind === 'checkout.session' && name === 'line_items')
    fields[name] = lineItemsOf(stripe, object.id)
  else if (objectKind === 'charge' && name === 'refunds')
    fields[name] = refundsOf(stripe, object.id)
  else if (!Object.hasOwn(fields, name) || !referencedTable(stripe, name))
    throw invalidRequest(`This property cannot be expanded (${path}).`, undefined, 'expand[0]')
  else if (typeof fields[name] === 'string')
    fields[name] = structuredClone(referencedTable(stripe, name)?.get(fields[name]) ?? fields[name])
}

const referencedTable = (
  stripe: Stripe,
  field: string,
): { get(id: string): Row | undefined } | undefined =>
  (
    {
      payment_intent: stripe.intents,
      latest_charge: stripe.charges,
      charge: stripe.charges,
      balance_transaction: stripe.balance,
      customer: stripe.customers,
    } as Record<string, { get(id: string): Row | undefined }>
  )[field]
