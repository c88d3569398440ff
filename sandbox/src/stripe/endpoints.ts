import { randomText } from '../core/ids.ts'
import { mergeMetadata } from './customers.ts'
import { invalidRequest, missingResource } from './errors.ts'
import {
  API_VERSION,
  epochSeconds,
  type Metadata,
  type Stripe,
  type WebhookEndpoint,
} from './model.ts'
import type { Parameters, Rules } from './parameters.ts'

// Webhook endpoints that an integration creates by the API, in addition to the store's own. Only
// URLs of this machine are allowed, since the sandbox calls no other host.

const eventRule = { is: 'text', pattern: /^(\*|[a-z_]+(\.[a-z_]+)+)$/ } as const

const commonRules: Rules = {
  description: { is: 'text', max: 5000 },
  metadata: { is: 'metadata' },
}

export const endpointRules: Rules = {
  ...commonRules,
  url: { is: 'url', required: true },
  enabled_events: { is: 'list', of: eventRule, required: true },
  api_version: { is: 'one-of', values: [API_VERSION] },
  connect: { is: 'one-of', values: ['false'] },
}

export const endpointUpdateRules: Rules = {
  ...commonRules,
  url: { is: 'url' },
  enabled_events: { is: 'list', of: eventRule },
  disabled: { is: 'boolean' },
}

/** POST /v1/webhook_endpoints: no later answer contains the secret. */
export function createEndpoint(stripe: Stripe, input: Parameters): WebhookEndpoint {
  checkEndpoint(input)
  const signingSecret = `whsec_${randomText(32)}`

  const endpoint = stripe.endpoints.save({
    id: `we_1${randomText(23)}`,
    object: 'webhook_endpoint',
    api_version: (input['api_version'] as string | undefined) ?? null,
    application: null,
    created: epochSeconds(stripe),
    description: (input['description'] as string | undefined) ?? null,
    enabled_events: input['enabled_events'] as string[],
    livemode: false,
    metadata: (input['metadata'] as Metadata | undefined) ?? {},
    status: 'enabled',
    url: input['url'] as string,
  })

  stripe.endpointSecrets.save({ id: endpoint.id, secret: signingSecret })

  return { ...endpoint, secret: signingSecret }
}

/** POST /v1/webhook_endpoints/:id: changes the sent fields. */
export function updateEndpoint(stripe: Stripe, id: string, input: Parameters): WebhookEndpoint {
  const endpoint = endpointOf(stripe, id)
  checkEndpoint(input)
  const { description, disabled, enabled_events: events, url } = input

  return stripe.endpoints.save({
    ...endpoint,
    ...(description === undefined ? {} : { description: (description as string) || null }),
    ...(events === undefined ? {} : { enabled_events: events as string[] }),
    ...(url === undefined ? {} : { url: url as string }),
    ...(disabled === undefined ? {} : { status: disabled ? 'disabled' : 'enabled' }),
    metadata: mergeMetadata(endpoint.metadata, input['metadata'] as Metadata | undefined),
  })
}

export function deleteEndpoint(stripe: Stripe, id: string): object {
  endpointOf(stripe, id)
  stripe.endpoints.remove(id)
  stripe.endpointSecrets.remove(id)

  return { id, object: 'webhook_endpoint', deleted: true }
}

/** The endpoints that subscribe to an event type. */
export const endpointsFor = (stripe: Stripe, type: string): WebhookEndpoint[] =>
  stripe.endpoints.filter(
    ({ status, enabled_events: events }) =>
      status === 'enabled' && events.some((one) => one === '*' || one === type),
  )

function endpointOf(stripe: Stripe, id: string): WebhookEndpoint {
  const endpoint = stripe.endpoints.get(id)
  if (!endpoint) throw missingResource('webhook endpoint', id, 'webhook_endpoint')

  return endpoint
}

function checkEndpoint({ url, enabled_events: events }: Parameters): void {
  if (Array.isArray(events) && events.length === 0)
    throw invalidRequest(
      'You must provide at least one event.',
      'parameter_invalid_empty',
      'enabled_events',
    )

  const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]']

  if (url !== undefined && !loopbackHosts.includes(new URL(url as string).hostname))
    throw invalidRequest(
      'This sandbox sends webhooks to this machine alone: 127.0.0.1, localhost or [::1].',
      'url_invalid',
      'url',
    )
}
