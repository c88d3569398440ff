import { randomBytes } from 'node:crypto'
import type { ProviderName } from '@chaveiro/contracts/admin/provider-fields'
import { and, eq } from 'drizzle-orm'
import { keptProviders } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import {
  decidedBy,
  fieldsOf,
  isHere,
  isInEnvironment,
  lackingFields,
  malformedFields,
  type KeptValues,
} from '../../platform/config/kept.ts'
import { fail } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs.ts'
import { emptyPublicCache, emptyWatched } from '../../platform/public-cache.ts'
import { inTransaction } from '../../platform/transaction.ts'
import type { Mail } from '../../ports/mail.ts'
import type { Trial } from '../../ports/trial.ts'
import { recordAudit, type Actor } from '../audit/audit.service.ts'
import { askSoon } from '../payments/settlement/checks.service.ts'
import { countOpen, countReal, keptNow, methodOf, type KeptNow } from './providers.queries.ts'

/** What a person typed: what is not given stays, null or nothing empties it. */
type Typed = Record<string, string | null>

/** Try what was typed together with what is kept; nothing is written. */
export async function tryTyped(
  app: App,
  name: ProviderName,
  typed: Typed,
  mail?: Mail,
): Promise<Trial> {
  const values = wholeOf(app, name, await keptNow(app, name), typed)
  return app.kept.try(name, values, mail ? { mail } : {})
}

/** A letter went out: the first steps ask whether one ever did (P425). */
export const noteLetter = (app: App, actor: Actor): Promise<void> =>
  inTransaction(app, (tx) =>
    recordAudit(tx, {
      ...actor,
      action: 'provider.letter_sent',
      targetType: 'provider',
      targetId: 'mail',
    }),
  )

export type Save = { values: Typed; anyway: boolean; updatedAt?: string | null | undefined }

/**
 * Try, then keep: what does not work never takes the place of what does, unless that is asked for.
 * Whoever saves second learns of the first.
 */
export async function saveProvider(
  app: App,
  name: ProviderName,
  { values: typed, anyway, updatedAt }: Save,
  actor: Actor,
): Promise<{ saved: boolean; trial: Trial }> {
  const before = await keptNow(app, name)
  const seen = before?.updatedAt.toISOString() ?? null
  if (updatedAt !== undefined && seen !== (updatedAt && new Date(updatedAt).toISOString()))
    throw fail('provider.changed')
  const values = wholeOf(app, name, before, typed)
  await assertOneKindOfMoney(app, name, values)
  const trial = await app.kept.try(name, values)
  if (!trial.works && !anyway) return { saved: false, trial }
  await inTransaction(app, async (tx) => {
    await writeRow(tx, name, values, before?.updatedAt ?? null)
    await recordAudit(tx, {
      ...actor,
      action: 'provider.saved',
      targetType: 'provider',
      targetId: name,
      details: {
        fields: Object.keys(typed).filter((field) => fieldsOf(name).some((f) => f.name === field)),
        tried: trial.works ? 'works' : trial.reason,
      },
    })
    await tellAll(tx, name)
  })
  await app.kept.reload()
  return { saved: true, trial }
}

/** Forget what is kept; payments that wait for this provider are named first. */
export async function removeProvider(
  app: App,
  name: ProviderName,
  anyway: boolean,
  actor: Actor,
): Promise<void> {
  const open = app.kept.sourceOf(name) === 'kept' ? await countOpen(app, name) : 0
  if (open && !anyway) throw fail('provider.open_payments', { open })
  await inTransaction(app, async (tx) => {
    const gone = await tx.db
      .delete(keptProviders)
      .where(eq(keptProviders.name, name))
      .returning({ name: keptProviders.name })
    if (!gone.length) throw fail('provider.not_kept')
    await recordAudit(tx, {
      ...actor,
      action: 'provider.removed',
      targetType: 'provider',
      targetId: name,
      details: { openPayments: open },
    })
    await tellAll(tx, name)
  })
  await app.kept.reload()
}

/** All that the provider is made of: what is kept, and over it what was typed. */
function wholeOf(app: App, name: ProviderName, kept: KeptNow, typed: Typed): KeptValues {
  const decided = decidedBy(name, app.config.layers())
  if (decided.length) throw fail('provider.environment', { fields: decided })
  const isUnopened = kept?.values === 'unopened'
  const values = typedOver(kept && kept.values !== 'unopened' ? kept.values : {}, typed)
  const { PIX_WEBHOOK_SECRET: own, ...entered } = withoutEnvironment(app, values)
  assertWhole(app, name, entered, isUnopened)
  // The secret in the address that the bank calls is ours to choose; the bank is told it.
  return name === 'pix'
    ? { ...entered, PIX_WEBHOOK_SECRET: own ?? randomBytes(24).toString('hex') }
    : entered
}

/** Every field that has to be there is, each of its form. */
function assertWhole(app: App, name: ProviderName, values: KeptValues, isUnopened: boolean): void {
  const lacking = lackingFields(name, values).filter(
    (field) => !isInEnvironment(field, app.config.layers()),
  )
  if (lacking.length && isUnopened) throw fail('provider.unopened')
  if (lacking.length) throw fail('provider.incomplete', { fields: lacking })
  const malformed = [...malformedFields(name, values), ...refusedAddress(app, values)]
  if (malformed.length) throw fail('provider.invalid', { fields: malformed })
}

const withoutEnvironment = (app: App, values: KeptValues): KeptValues =>
  Object.fromEntries(
    Object.entries(values).filter(([field]) => !isInEnvironment(field, app.config.layers())),
  )

function typedOver(kept: KeptValues, typed: Typed): Record<string, string> {
  const values: Record<string, string> = { ...kept }
  for (const [field, value] of Object.entries(typed)) {
    const text = value?.trim() ?? ''
    if (text) values[field] = text
    else delete values[field]
  }
  return values
}

/** Production reaches no provider without TLS, and none on its own machine. */
const refusedAddress = (app: App, { PIX_BASE_URL: url }: KeptValues): string[] =>
  url && app.config.production && (isHere(url) || !url.startsWith('https://'))
    ? ['PIX_BASE_URL']
    : []

/**
 * A demo shop takes no real money, and a shop that took real money takes none of a test: no book
 * holds both unmarked (P358).
 */
async function assertOneKindOfMoney(
  app: App,
  name: ProviderName,
  values: KeptValues,
): Promise<void> {
  const test = methodOf(name) && app.kept.wouldBeTest(name, values)
  if (test === null) return
  if (!app.config.production && !test) throw fail('provider.demo')
  if (!app.config.production || !test) return
  const paid = await countReal(app, name)
  if (paid) throw fail('provider.mixed', { paid })
}

/** Write over exactly the row that was read before the trial. */
async function writeRow(
  tx: App,
  name: ProviderName,
  values: KeptValues,
  before: Date | null,
): Promise<void> {
  const sealed = tx.vault.seal(JSON.stringify(values), 'kept_providers', name)
  // Later than the last one in any case, since processes know a change by its time.
  const updatedAt = new Date(Math.max(tx.clock.now().getTime(), (before?.getTime() ?? 0) + 1))
  const written = before
    ? await tx.db
        .update(keptProviders)
        .set({ sealed, updatedAt })
        .where(and(eq(keptProviders.name, name), eq(keptProviders.updatedAt, before)))
        .returning({ name: keptProviders.name })
    : await tx.db
        .insert(keptProviders)
        .values({ name, sealed, updatedAt })
        .onConflictDoNothing()
        .returning({ name: keptProviders.name })
  if (!written.length) throw fail('provider.changed')
}

/** Every process changes its adapters, and what the provider has to be told is told soon. */
async function tellAll(tx: App, name: ProviderName): Promise<void> {
  if (name === 'pix') await askSoon(tx, 'pix.webhook')
  if (name === 'discord') await enqueue(tx, 'chat.commands', {})
  await emptyWatched(tx.db)
  await emptyPublicCache(tx.db)
}
