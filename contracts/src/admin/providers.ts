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

const field = z.object({
  name: z.string(),
  set: z.boolean(),
  fromEnvironment: z.boolean(),
  /** What is kept; always null of what is secret. */
  value: z.string().nullable(),
})

const provider = z.object({
  name: z.enum(providerNames),
  source: z.enum(providerSources),
  /** Whether no real money moves; null of who moves none. */
  test: z.boolean().nullable(),
  /** Whether something is kept, used or not. */
  kept: z.boolean(),
  fault: z.enum(keptFaults).nullable(),
  updatedAt: instant.nullable(),
  /** Which credentials stand beside those in use: of real money, or of a test (P427). */
  other: z.enum(['real', 'test']).nullable(),
  fields: z.array(field),
  /** The settings of the environment that decide, where they do. */
  decidedBy: z.array(z.string()),
  /** Payments that wait for their money, which only this provider can tell. */
  openPayments: z.int(),
  /** Its calls fail now and are held back (P564); not there while it answers. */
  trouble: z
    .object({ state: z.enum(['unstable', 'down']), since: instant, reason: z.string() })
    .optional(),
  webhookUrl: z.string().nullable(),
  webhookEvents: z.array(z.string()),
})

/** How a trial went, with what to do about it in the reader's language. */
const trial = z.object({
  works: z.boolean(),
  reason: z.enum(trialReasons).nullable(),
  message: z.string(),
})

const known = new Set<string>(
  Object.values(providerFields).flatMap((fields) => fields.map(({ name }) => name)),
)

/**
 * What was typed; what is not given stays as it is kept, null empties it. A name that is none is
 * refused without being told: somebody may have put a secret there.
 */
const values = z
  .record(z.string(), z.string().max(30_000).nullable())
  .refine((given) => Object.keys(given).every((name) => known.has(name)))

const params = z.object({ name: z.enum(providerNames) })
const seenAt = instantIn.nullish()

/** Back-office calls of the providers' credentials, which are answered to nobody (P350 to P360). */
export const providers = {
  list: route({
    method: 'GET',
    path: '/api/admin/providers',
    access: 'staff',
    summary: 'Every provider: where its settings come from and which are there, never the secrets',
    reply: z.object({ ...success, providers: z.array(provider) }),
  }),

  try: route({
    method: 'POST',
    path: '/api/admin/providers/:name/try',
    access: 'staff',
    stepUp: true,
    summary:
      'Ask the provider with these credentials whether they work; nothing of them is kept. ' +
      'A new address wants the secrets typed with it. By mail, a letter goes to who asks',
    params,
    body: z.object({ values }),
    reply: z.object({ ...success, trial }),

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
    params,

    body: z.object({
      values,
      anyway: z.boolean().default(false),
      updatedAt: seenAt,
      switch: z.boolean().default(false),
    }),

    reply: z.object({ ...success, saved: z.boolean(), trial, provider }),

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
    params,
    query: z.object({ anyway: z.stringbool().default(false) }),
    reply: z.object({ ...success, message: z.string(), provider }),
    errors: ['provider.open_payments', 'provider.not_kept'],
  }),
}
