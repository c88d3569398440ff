import {
  providerNames,
  type ProviderName,
  type keptFaults,
  type providerSources,
} from '@chaveiro/contracts/admin/provider-fields'
import { payMethodNames, payMethods, type PayMethod } from '@chaveiro/contracts/payment-methods'
import { and, eq } from 'drizzle-orm'

import { keptProviders, payments } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import {
  decidedBy,
  fieldsOf,
  isInEnvironment,
  isShownField,
  type SavedValues,
} from '../../platform/config/provider-settings.ts'
import { readTroubles, type Trouble } from '../../platform/load/breakers.ts'

export type ProviderView = {
  name: ProviderName
  source: (typeof providerSources)[number]
  test: boolean | null
  kept: boolean
  fault: (typeof keptFaults)[number] | null
  updatedAt: string | null
  fields: { name: string; set: boolean; fromEnvironment: boolean; value: string | null }[]
  /** The kind of money of the credentials kept aside. */
  other: 'real' | 'test' | null
  decidedBy: string[]
  openPayments: number
  trouble?: { state: Trouble; since: string; reason: string }
  webhookUrl: string | null
  webhookEvents: string[]
}

/** The stored credentials; 'unopened' where the vault cannot decrypt them. */
export type KeptNow = { values: SavedValues | 'unopened'; updatedAt: Date } | null

/** The payment method that a provider settles. */
export function methodOf(name: ProviderName): PayMethod | null {
  const methodName = payMethodNames.find((payMethodName) => payMethodName === name)
  return methodName ? payMethods[methodName] : null
}

/** The events to enable at Stripe (see docs/operations/payments.md). */
const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

const webhookPaths: Partial<Record<ProviderName, string>> = {
  pix: '/api/webhooks/pix',
  card: '/api/webhooks/stripe',
  discord: '/api/webhooks/discord',
}

export async function listProviders(app: App): Promise<ProviderView[]> {
  return Promise.all(providerNames.map((name) => providerView(app, name)))
}

export async function providerView(app: App, name: ProviderName): Promise<ProviderView> {
  const [now, openPayments] = await Promise.all([keptNow(app, name), countOpen(app, name)])
  const configLayers = app.config.layers()
  const source = app.providerSettings.sourceOf(name)
  const webhookPath = webhookPaths[name]

  return {
    name,
    source,
    test: source === 'off' ? null : app.providerSettings.isTest(name),
    kept: now !== null,
    fault: app.providerSettings.faultOf(name),
    updatedAt: now?.updatedAt.toISOString() ?? null,
    fields: fieldsView(app, name, now),
    other: asideView(app, name),
    decidedBy: decidedBy(name, configLayers),
    openPayments,
    ...(await troubleOf(app, name)),
    webhookUrl: webhookPath ? `${app.config.publicUrl}${webhookPath}` : null,
    webhookEvents: name === 'card' ? stripeEvents : [],
  }
}

async function troubleOf(app: App, name: ProviderName): Promise<Pick<ProviderView, 'trouble'>> {
  const failureStates = await readTroubles(app)
  const failureState =
    name in failureStates ? failureStates[name as keyof typeof failureStates] : undefined
  const ownBreaker = (await app.breakers.states()).find((one) => one.name === name)

  return failureState && ownBreaker?.since
    ? {
        trouble: {
          state: failureState,
          since: ownBreaker.since.toISOString(),
          reason: ownBreaker.reason ?? '',
        },
      }
    : {}
}

function asideView(app: App, name: ProviderName): ProviderView['other'] {
  const asideCredentials = app.providerSettings.aside(name)
  if (!asideCredentials || decidedBy(name, app.config.layers()).length) return null

  return asideCredentials.test ? 'test' : 'real'
}

/**
 * The fields of a provider: a secret shows only whether it is set, other fields show their stored
 * value.
 */
function fieldsView(app: App, name: ProviderName, now: KeptNow): ProviderView['fields'] {
  const configLayers = app.config.layers()
  // Stored values that are not in use are not listed field by field.
  const isInUse = now && now.values !== 'unopened' && !decidedBy(name, configLayers).length
  const values = isInUse ? (now.values as SavedValues) : {}

  return fieldsOf(name).map((field) => {
    const fromEnvironment = isInEnvironment(field.name, configLayers)
    const isShown = isShownField(field)

    return {
      name: field.name,
      set: fromEnvironment || Boolean(values[field.name]),
      fromEnvironment,
      value: isShown && !fromEnvironment ? (values[field.name] ?? null) : null,
    }
  })
}

/** The row name of the credentials kept aside. */
export const asideOf = (name: ProviderName) => `${name}.other` as const

export async function keptNow(
  app: App,
  name: ProviderName | ReturnType<typeof asideOf>,
): Promise<KeptNow> {
  const [row] = await app.db.select().from(keptProviders).where(eq(keptProviders.name, name))
  if (!row) return null

  try {
    const values = JSON.parse(app.vault.open(row.sealed, 'kept_providers', name)) as SavedValues
    return { values, updatedAt: row.updatedAt }
  } catch {
    return { values: 'unopened', updatedAt: row.updatedAt }
  }
}

/** The number of payments that wait for money which only this provider can report. */
export async function countOpen(app: App, name: ProviderName): Promise<number> {
  const method = methodOf(name)
  if (!method) return 0

  return app.db.$count(payments, and(eq(payments.method, method), eq(payments.status, 'pending')))
}
