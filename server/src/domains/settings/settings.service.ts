import { siteDefaults, type SiteSettings } from '@chaveiro/contracts/defaults'
import { officeDefaults } from '@chaveiro/contracts/office-defaults'
import { taxIdOf } from '@chaveiro/contracts/tax-ids'
import { eq } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import { siteSettings as table } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { emptyPublicCache, emptyWatched } from '../../platform/load/public-cache.ts'
import { changeOf, recordAudit, type Actor } from '../audit/audit.service.ts'

const defaults: SiteSettings = { ...siteDefaults, ...officeDefaults }

/** The site's settings: staff's values over the defaults. */
export async function siteSettings(app: App): Promise<SiteSettings> {
  return (await storedSettings(app)).values
}

export type StoredSettings = { values: SiteSettings; updatedAt: Date | null }

/** The settings with the time of their last change; null before the first one. */
export async function storedSettings(app: App): Promise<StoredSettings> {
  const [row] = await app.db.select().from(table).where(eq(table.id, 1))
  const storedValues = Object.entries((row?.values ?? {}) as Partial<SiteSettings>).filter(
    ([name]) => name in defaults,
  )

  return {
    values: { ...defaults, ...Object.fromEntries(storedValues) },
    updatedAt: row?.updatedAt ?? null,
  }
}

/**
 * The settings cached in this process. A change applies here at once, and in other processes when
 * its message arrives. Not for transactions, which must read their own values.
 */
export const keptSettings = (app: App): Promise<SiteSettings> =>
  app.publicCache.watched('site-settings', () => siteSettings(app))

/**
 * Whether the shop is closed, and the message to its visitors; every process applies a change at
 * once (Q97).
 */
export async function maintenance(app: App): Promise<{ on: boolean; message: string }> {
  const savedSettings = await keptSettings(app)
  return { on: savedSettings.maintenanceMode, message: savedSettings.maintenanceMessage }
}

/**
 * Saves these settings and leaves the others. `seenAt` is the `updatedAt` that the editor read;
 * throws settings.changed when somebody saved after it.
 */
export function saveSettings(
  app: App,
  changes: Partial<SiteSettings>,
  seenAt: string | null | undefined,
  actor: Actor,
): Promise<StoredSettings> {
  return writeSettings(
    app,
    'settings.saved',
    (before) => {
      if (seenAt !== undefined && seenAt !== null && seenAt !== before.updatedAt?.toISOString())
        throw fail('settings.changed')
      return { ...before.values, ...changes }
    },
    actor,
  )
}

/** Restores the default settings. */
export const resetSettings = (app: App, actor: Actor): Promise<StoredSettings> =>
  writeSettings(app, 'settings.reset', () => ({ ...defaults }), actor)

async function writeSettings(
  app: App,
  action: string,
  change: (before: StoredSettings) => SiteSettings,
  actor: Actor,
): Promise<StoredSettings> {
  const storedResult = await inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    await tx.db.insert(table).values({ id: 1, values: {}, updatedAt: now }).onConflictDoNothing()
    await tx.db.select({ id: table.id }).from(table).where(eq(table.id, 1)).for('update')
    const storedBefore = await storedSettings(tx)
    const newValues = change(storedBefore)
    const changedNames = (Object.keys(newValues) as (keyof SiteSettings)[]).filter(
      (name) => JSON.stringify(newValues[name]) !== JSON.stringify(defaults[name]),
    )

    const [row] = await tx.db
      .update(table)
      .set({
        values: Object.fromEntries(changedNames.map((name) => [name, newValues[name]])),
        updatedAt: now,
      })
      .where(eq(table.id, 1))
      .returning()

    await recordAudit(tx, {
      ...actor,
      action,
      targetType: 'settings',
      targetId: 'site',
      details: withoutCpf(changeOf(auditView(storedBefore.values), auditView(newValues))),
    })

    // Empties the watched values first, because they hold the maintenance mode. In the other order, a
    // page built between the two calls with the old values would stay in the cache.
    await emptyWatched(tx.db)
    await emptyPublicCache(tx.db)

    return { values: newValues, updatedAt: row!.updatedAt }
  })

  app.publicCache.forget()

  return storedResult
}

const auditMost = 500

/** Long texts are audited by their beginning, their length and a hash that identifies them. */
const auditView = (values: SiteSettings): object =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : value] as const)
      .map(([name, value]) => [
        name,
        typeof value === 'string' && value.length > auditMost
          ? `${value.slice(0, auditMost)}… (${value.length}, ` +
            `${createHash('sha256').update(value).digest('hex').slice(0, 12)})`
          : value,
      ]),
  )

/** The audit log holds no CPF: it records a change without the number. */
const withoutCpf = (change: ReturnType<typeof changeOf>): object =>
  Object.fromEntries(
    Object.entries(change).map(([side, values]) => {
      const { sellerTaxId, ...others } = values as Partial<SiteSettings>
      if (sellerTaxId === undefined) return [side, others]

      const isCpf = taxIdOf(sellerTaxId)?.kind === 'cpf'

      return [side, { ...others, sellerTaxId: isCpf ? 'CPF' : sellerTaxId }]
    }),
  )
