import { z } from 'zod'

import { route } from '../route.ts'
import { instant, instantIn, success } from '../shared.ts'
import {
  keptFaults,
  providerFields,
  providerNames,
  providerSources,
  trialReasons,
} from './provider-fields.ts'

const providerField = z.object({
  name: z.string(),
  set: z.boolean(),
  fromEnvironment: z.boolean(),
  /** The saved value; always null for a secret. */
  value: z.string().nullable(),
})

const providerShape = z.object({
  name: z.enum(providerNames),
  source: z.enum(providerSources),
  /**
   * Whether the credentials are for a test account without real money; null for providers that move
   * no money.
   */
  test: z.boolean().nullable(),
  /** Whether credentials are saved, used or not. */
  kept: z.boolean(),
  fault: z.enum(keptFaults).nullable(),
  updatedAt: instant.nullable(),
  /** The mode of a second saved set of credentials: real money or test (P427). */
  other: z.enum(['real', 'test']).nullable(),
  fields: z.array(providerField),
  /** Environment settings that override saved ones, if any. */
  decidedBy: z.array(z.string()),
  /** Pending payments that only this provider can confirm. */
  openPayments: z.int(),
  /**
   * The state of a failing provider, whose calls the shop pauses (P564); absent while it answers.
   */
  trouble: z
    .object({ state: z.enum(['unstable', 'down']), since: instant, reason: z.string() })
    .optional(),
  webhookUrl: z.string().nullable(),
  webhookEvents: z.array(z.string()),
})

/** The result of a trial, with advice in the reader's language. */
const trialReply = z.object({
  works: z.boolean(),
  reason: z.enum(trialReasons).nullable(),
  message: z.string(),
})

const knownNames = new Set<string>(
  Object.values(providerFields).flatMap((fields) => fields.map(({ name }) => name)),
)

/**
 * Entered values. A field that is absent keeps its saved value, null clears it. An unknown name is
 * refused without repeating it: it may be a misplaced secret.
 */
const enteredValues = z
  .record(z.string(), z.string().max(30_000).nullable())
  .refine((given) => Object.keys(given).every((name) => knownNames.has(name)))

const providerParams = z.object({ name: z.enum(providerNames) })
const lastSeenAt = instantIn.nullish()

/** Back-office calls of the providers' credentials, which are never returned (P350 to P360). */
export const providers = {
  list: route({
    method: 'GET',
    path: '/api/admin/providers',
    access: 'staff',
    summary: 'Every provider: where its settings come from and which are there, never the secrets',
    reply: z.object({ ...success, providers: z.array(providerShape) }),
  }),

  try: route({
    method: 'POST',
    path: '/api/admin/providers/:name/try',
    access: 'staff',
    stepUp: true,
    summary:
      'Ask the provider with these credentials whether they work; nothing of them is kept. ' +
      'A new address wants the secrets typed with it. By mail, a letter goes to who asks',
    params: providerParams,
    body: z.object({ values: enteredValues }),
    reply: z.object({ ...success, trial: trialReply }),

    errors: [
      'provider.incomplete',
      'provider.secrets_again',
      'provider.invalid',
      'provider.inside',
      'provider.environment',
      'provider.unopened',
    ],
  }),

  save: route({
    method: 'PUT',
    path: '/api/admin/providers/:name',
    access: 'staff',
    stepUp: true,
    summary:
      'Keep credentials, after trying them; those that do not work are kept with ' +
      'anyway only. A new address wants the secrets typed with it. updatedAt refuses what ' +
      'somebody else changed meanwhile. Those of the other kind of money stand aside until ' +
      'switch takes them',
    params: providerParams,

    body: z.object({
      values: enteredValues,
      anyway: z.boolean().default(false),
      updatedAt: lastSeenAt,
      switch: z.boolean().default(false),
    }),

    reply: z.object({ ...success, saved: z.boolean(), trial: trialReply, provider: providerShape }),

    errors: [
      'provider.incomplete',
      'provider.secrets_again',
      'provider.invalid',
      'provider.inside',
      'provider.environment',
      'provider.unopened',
      'provider.demo',
      'provider.not_kept',
      'provider.changed',
    ],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/providers/:name',
    access: 'staff',
    stepUp: true,
    summary: 'Forget what is kept; refused while payments wait for it, unless anyway is given',
    params: providerParams,
    query: z.object({ anyway: z.stringbool().default(false) }),
    reply: z.object({ ...success, message: z.string(), provider: providerShape }),
    errors: ['provider.open_payments', 'provider.not_kept'],
  }),
}
