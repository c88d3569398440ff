import { randomText } from '../core/ids.ts'
import { missingResource } from './errors.ts'
import { epochSeconds, type Customer, type Metadata, type Stripe } from './model.ts'
import type { Parameters, Rules } from './parameters.ts'

export const customerRules: Rules = {
  description: { is: 'text', max: 350 },
  email: { is: 'text', max: 512 },
  metadata: { is: 'metadata' },
  name: { is: 'text', max: 256 },
  phone: { is: 'text', max: 20 },
}

/** POST /v1/customers. */
export function createCustomer(stripe: Stripe, input: Parameters): Customer {
  return stripe.customers.save({
    id: `cus_${randomText(14)}`,
    object: 'customer',
    balance: 0,
    created: epochSeconds(stripe),
    default_source: null,
    delinquent: false,
    ...customerFields(input, { description: null, email: null, name: null, phone: null }),

    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },

    livemode: false,
    metadata: (input['metadata'] as Metadata | undefined) ?? {},
    shipping: null,
  })
}

/** POST /v1/customers/:id: changes the sent fields; an empty text clears a field. */
export function updateCustomer(stripe: Stripe, id: string, input: Parameters): Customer {
  const customer = stripe.customers.get(id)
  if (!customer || customer.deleted) throw missingResource('customer', id, 'id')

  const { description, email, name = null, phone = null } = customer

  return stripe.customers.save({
    ...customer,
    ...customerFields(input, { description, email, name, phone }),
    metadata: mergeMetadata(customer.metadata, input['metadata'] as Metadata | undefined),
  })
}

type Fields = { [name in 'description' | 'email' | 'name' | 'phone']: string | null }

const customerFields = (input: Parameters, standing: Fields): Fields =>
  Object.fromEntries(
    Object.entries(standing).map(([name, value]) => [
      name,
      input[name] === undefined ? value : (input[name] as string) || null,
    ]),
  ) as Fields

/** Metadata after an update: sent keys change; an empty text removes a key. */
export const mergeMetadata = (standing: Metadata, change: Metadata | undefined): Metadata =>
  Object.fromEntries(Object.entries({ ...standing, ...change }).filter(([, value]) => value !== ''))

/** DELETE /v1/customers/:id: only the deleted id remains. */
export function deleteCustomer(stripe: Stripe, id: string): object {
  if (!stripe.customers.get(id)) throw missingResource('customer', id, 'id')

  const deletedCustomer = { id, object: 'customer', deleted: true }
  stripe.customers.save(deletedCustomer as unknown as Customer)

  return deletedCustomer
}
