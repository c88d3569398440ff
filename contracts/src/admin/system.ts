import { z } from 'zod'

import { languages } from '../limits.ts'
import { route } from '../route.ts'
import { seenStates, serviceParts } from '../service-states.ts'
import { success } from '../shared.ts'
import { shopAlerts } from './shop-alerts.ts'

/** Mail problems that a person can act on. */
export const mailTroubles = ['unreachable', 'login', 'tls', 'refused', 'other'] as const

const percentage = z.number().min(0).max(100)

const machineFigures = {
  cpuUsage: percentage,
  memoryUsage: percentage,
  diskUsage: percentage,
  uptime: z.number(),
  os: z.string(),
  arch: z.string(),
  cpuModel: z.string(),
  totalMemory: z.number(),
  hostname: z.string(),
}

const configuration = {
  mode: z.enum(['demo', 'production']),
  publicUrl: z.string(),
  timeZone: z.string(),
  languages: z.array(z.enum(languages)),
  usdRate: z.number(),
  guildId: z.string(),
  trustProxy: z.number(),
  staffTwoFactor: z.enum(['optional', 'required']),
  methods: z.object({ pix: z.boolean(), card: z.boolean(), crypto: z.boolean() }),
  captcha: z.object({ provider: z.string(), enforce: z.boolean() }),
  mail: z.boolean(),
  embeddedDatabase: z.boolean(),
  rates: z.record(z.string(), z.number()),
}

const logEntry = z.object({
  ok: z.boolean(),
  reason: z.string().nullable(),
  since: z.string().nullable(),
  lost: z.number().int(),
})

const healthProblems = ['database', 'database_read_only', 'vault', 'worker', 'disk'] as const

/** The result of a provider's scheduled check; null before the first check. */
const providerCheck = z
  .object({ found: z.string(), detail: z.string().nullable(), checkedAt: z.string() })
  .nullable()

/** Health figures from /metrics, for shops without Prometheus (P531). */
const shopFigures = {
  /** Requests to the process that answers this call, in the last five minutes. */
  requests: z.object({
    perMinute: z.number(),
    errors: z.int(),
    slowest: z.array(
      z.object({ call: z.string(), count: z.int(), meanMs: z.int(), slowestMs: z.int() }),
    ),
  }),

  database: z.object({ used: z.int(), idle: z.int(), waiting: z.int(), size: z.int() }),
  queue: z.object({ oldestSeconds: z.int(), dead: z.int() }),
  /** Scheduled tasks of the process that answers this call, without a recent success. */
  lateTasks: z.array(z.string()),

  mails: z.object({
    waiting: z.int(),
    oldestSeconds: z.int(),
    /** Why the last attempt of a pending mail failed. */
    lastError: z.enum(mailTroubles).optional(),
  }),

  money: z.object({
    payments: z.int(),
    brlCents: z.int(),
    usdCents: z.int(),
    oldestSeconds: z.int(),
  }),

  units: z.object({ waiting: z.int(), oldestSeconds: z.int() }),

  parts: z.array(
    z.object({
      part: z.enum(serviceParts),
      state: z.enum(seenStates),
      measuredAt: z.string(),
    }),
  ),

  backupAt: z.string().nullable(),
  /** The channel of alerts to admins. */
  alertsBy: z.enum(['on', 'mail', 'discord', 'off']),
  alerts: z.array(z.object({ name: z.enum(shopAlerts), since: z.string() })),
}

/** Back-office calls of system (Q20, Q25, Q30). */
export const system = {
  stats: route({
    method: 'GET',
    path: '/api/admin/stats/system',
    also: ['/api/admin/system/stats', '/api/server/stats'],
    access: 'staff',
    summary: 'Load of the machine; percent, seconds, bytes',
    reply: z.object({ ...success, ...machineFigures, data: z.object(machineFigures) }),
  }),

  health: route({
    method: 'GET',
    path: '/api/admin/system/health',
    access: 'staff',
    summary: 'What the shop lacks now, and whether its log is being written',
    reply: z.object({ ...success, failing: z.array(z.enum(healthProblems)), log: logEntry }),
  }),

  figures: route({
    method: 'GET',
    path: '/api/admin/system/figures',
    access: 'staff',
    summary:
      'How the shop does: requests, database, queue, mails, money and units that wait, ' +
      'providers, the last backup, and what admins were told of',
    reply: z.object({ ...success, ...shopFigures }),
  }),

  pix: route({
    method: 'GET',
    path: '/api/admin/system/pix',
    access: 'staff',
    summary:
      'Where PIX webhooks should come to, what the last daily look at their ' +
      'registration found (right, missing, other: put right at once; failed) and the ' +
      'last hourly look at fraud reports (right, none_there, failed)',
    reply: z.object({
      ...success,
      enabled: z.boolean(),
      webhookUrl: z.string().nullable(),
      webhook: providerCheck,
      infractions: providerCheck,
    }),
  }),

  config: route({
    method: 'GET',
    path: '/api/server/config',
    also: ['/api/admin/system/config'],
    access: 'staff',
    summary: 'How the shop is configured, without secrets',
    reply: z.object({ ...success, ...configuration, data: z.object(configuration) }),
  }),
}
