import type { ProviderName } from '@chaveiro/contracts/admin/provider-fields'
import { and, eq, inArray } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'

import { keptProviders } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import {
  decidedBy,
  fieldsOf,
  isThisMachine,
  isInEnvironment,
  missingProviderFields,
  malformedFields,
  type SavedValues,
} from '../../platform/config/provider-settings.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { isInnerHost } from '../../platform/http/inner-address.ts'
import { emptyPublicCache, emptyWatched } from '../../platform/load/public-cache.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import type { Mail } from '../../ports/mail.ts'
import type { Trial } from '../../ports/trial.ts'
import { recordAudit, recordPowerAct, type Actor, type AuditEntry } from '../audit/audit.service.ts'
import { scheduleCheckNow } from '../payments/state/provider-checks.service.ts'
import { asideOf, countOpen, keptNow, methodOf, type KeptNow } from './providers.queries.ts'
import { aboutSaved, brandNames, secretsToType, type Typed } from './providers.rules.ts'

/**
 * Try the input together with the stored values, without storing the input. The audit trail records
 * the trial and its author.
 */
export async function tryCredentials(
  app: App,
  name: ProviderName,
  typed: Typed,
  { actor, mail }: { actor: Actor; mail?: Mail | undefined },
): Promise<Trial> {
  const { values } = await wantedCredentials(app, name, await keptNow(app, name), { values: typed })
  const trialResult = await app.providerSettings.try(name, values, mail ? { mail } : {})

  await inTransaction(app, async (tx) => {
    await recordAudit(tx, triedLine(name, typed, trialResult, actor))
    // The setup guide checks this entry, to see whether any mail was ever sent (P425).
    if (mail && trialResult.works)
      await recordAudit(tx, { ...auditLine(name, actor), action: 'provider.letter_sent' })
  })

  return trialResult
}

const auditLine = (name: ProviderName, actor: Actor) => ({
  ...actor,
  targetType: 'provider',
  targetId: name,
})

const triedLine = (
  name: ProviderName,
  typed: Typed,
  trialResult: Trial,
  actor: Actor,
): AuditEntry => ({
  ...auditLine(name, actor),
  action: 'provider.tried',
  details: {
    fields: fieldNames(name, typed),
    tried: trialResult.works ? 'works' : trialResult.reason,
  },
})

/** The names of the entered fields that this provider has. */
const fieldNames = (name: ProviderName, typed: Typed): string[] =>
  Object.keys(typed).filter((field) => fieldsOf(name).some((one) => one.name === field))

type Wanted = {
  values: Typed
  /** Use the credentials kept aside instead of the input. */
  switch?: boolean | undefined
}

export type Save = Wanted & { anyway: boolean; updatedAt?: string | null | undefined }

/**
 * Try credentials, then store them. Credentials that fail replace working ones only on request. Of
 * two people who save at once, the second is refused.
 */
export async function saveProvider(
  app: App,
  name: ProviderName,
  save: Save,
  actor: Actor,
): Promise<{ saved: boolean; trial: Trial }> {
  const { anyway, updatedAt } = save
  const storedBefore = await keptNow(app, name)
  const storedAt = storedBefore?.updatedAt.toISOString() ?? null
  if (updatedAt !== undefined && storedAt !== (updatedAt && new Date(updatedAt).toISOString()))
    throw fail('provider.changed')

  const { values, aside } = await wantedCredentials(app, name, storedBefore, save)
  const isTest = methodOf(name) && app.providerSettings.wouldBeTest(name, values)
  // A demo shop takes no real money (P358).
  if (!app.config.production && isTest === false) throw fail('provider.demo')

  const trialResult = await app.providerSettings.try(name, values)

  if (!trialResult.works && !anyway) {
    await inTransaction(app, (tx) =>
      recordAudit(tx, triedLine(name, save.values, trialResult, actor)),
    )
    return { saved: false, trial: trialResult }
  }

  await inTransaction(app, async (tx) => {
    await writeRow(tx, name, values, storedBefore?.updatedAt ?? null)
    if (aside) await putAside(tx, name, aside)

    const entry = {
      ...triedLine(name, save.values, trialResult, actor),
      action: 'provider.saved',
    }

    const test = isTest === null ? {} : { test: isTest }

    await recordPowerAct(
      tx,
      { ...entry, details: { ...entry.details, ...test } },
      'provider',
      aboutSaved(name, save.switch ? null : fieldNames(name, save.values), isTest),
    )

    await notifyProcesses(tx, name)
  })

  await app.providerSettings.reload()

  return { saved: true, trial: trialResult }
}

/**
 * Delete the stored credentials. While payments wait for this provider, the deletion is refused
 * with their number, unless it is confirmed.
 */
export async function removeProvider(
  app: App,
  name: ProviderName,
  anyway: boolean,
  actor: Actor,
): Promise<void> {
  const openPayments =
    app.providerSettings.sourceOf(name) === 'kept' ? await countOpen(app, name) : 0
  if (openPayments && !anyway) throw fail('provider.open_payments', { open: openPayments })

  await inTransaction(app, async (tx) => {
    const deletedRows = await tx.db
      .delete(keptProviders)
      .where(inArray(keptProviders.name, [name, asideOf(name)]))
      .returning({ name: keptProviders.name })

    if (!deletedRows.length) throw fail('provider.not_kept')

    await recordPowerAct(
      tx,
      {
        ...auditLine(name, actor),
        action: 'provider.removed',
        details: { openPayments },
      },
      'provider',
      `${brandNames[name]} → –`,
    )

    await notifyProcesses(tx, name)
  })

  await app.providerSettings.reload()
}

/**
 * The complete credentials to use, and those that they replace. Credentials for the other kind of
 * money are kept aside, and the two kinds are never mixed (P427).
 */
async function wantedCredentials(
  app: App,
  name: ProviderName,
  storedBefore: KeptNow,
  wanted: Wanted,
): Promise<{ values: SavedValues; aside: SavedValues | null }> {
  const asideCredentials = methodOf(name) ? await keptNow(app, asideOf(name)) : null
  if (wanted.switch && !asideCredentials) throw fail('provider.not_kept')

  const typedValues = wanted.switch ? {} : wanted.values
  const mergeInput = (kept: KeptNow) => mergeValues(app, name, kept, typedValues)

  const requireSecrets = (kept: KeptNow, values: SavedValues): SavedValues => {
    const previousValues = withoutEnvironment(app, valuesOf(kept) ?? {})
    const secretsToRetype = secretsToType(name, {
      was: previousValues,
      is: values,
      typed: typedValues,
    })
    if (secretsToRetype.length) throw fail('provider.secrets_again', { fields: secretsToRetype })

    return values
  }

  const base = wanted.switch ? asideCredentials : storedBefore
  const firstMerge = mergeInput(base)
  await assertOutside(app, firstMerge)
  const now = valuesOf(storedBefore)

  const isOtherKind =
    now !== null &&
    methodOf(name) &&
    app.providerSettings.wouldBeTest(name, now) !==
      app.providerSettings.wouldBeTest(name, firstMerge)

  if (!isOtherKind) return { values: requireSecrets(base, firstMerge), aside: null }

  return { values: requireSecrets(asideCredentials, mergeInput(asideCredentials)), aside: now }
}

const valuesOf = (kept: KeptNow): SavedValues | null =>
  kept && kept.values !== 'unopened' ? kept.values : null

/** Keep the former credentials aside. */
async function putAside(tx: App, name: ProviderName, values: SavedValues): Promise<void> {
  const providerRow = {
    sealed: tx.vault.seal(JSON.stringify(values), 'kept_providers', asideOf(name)),
    updatedAt: tx.clock.now(),
  }

  await tx.db
    .insert(keptProviders)
    .values({ name: asideOf(name), ...providerRow })
    .onConflictDoUpdate({ target: keptProviders.name, set: providerRow })
}

/** All values of a provider: the stored ones, overwritten by the input. */
function mergeValues(app: App, name: ProviderName, kept: KeptNow, typed: Typed): SavedValues {
  const decided = decidedBy(name, app.config.layers())
  if (decided.length) throw fail('provider.environment', { fields: decided })

  const isUnopened = kept?.values === 'unopened'
  const values = typedOver(valuesOf(kept) ?? {}, typed)
  const { PIX_WEBHOOK_SECRET: own, ...entered } = withoutEnvironment(app, values)
  assertWhole(app, name, entered, isUnopened)

  // The secret in the webhook address is chosen by the shop, which registers the address with the
  // bank.
  return name === 'pix'
    ? { ...entered, PIX_WEBHOOK_SECRET: own ?? randomBytes(24).toString('hex') }
    : entered
}

/** Check that every required field is present and every value has its form. */
function assertWhole(app: App, name: ProviderName, values: SavedValues, isUnopened: boolean): void {
  const missingFields = missingProviderFields(name, values).filter(
    (field) => !isInEnvironment(field, app.config.layers()),
  )
  if (missingFields.length && isUnopened) throw fail('provider.unopened')
  if (missingFields.length) throw fail('provider.incomplete', { fields: missingFields })

  const malformed = [...malformedFields(name, values), ...refusedAddress(app, values)]
  if (malformed.length) throw fail('provider.invalid', { fields: malformed })
}

const withoutEnvironment = (app: App, values: SavedValues): SavedValues =>
  Object.fromEntries(
    Object.entries(values).filter(([field]) => !isInEnvironment(field, app.config.layers())),
  )

function typedOver(kept: SavedValues, typed: Typed): Record<string, string> {
  const values: Record<string, string> = { ...kept }

  for (const [field, value] of Object.entries(typed)) {
    const text = value?.trim() ?? ''
    if (text) values[field] = text
    else delete values[field]
  }

  return values
}

/**
 * In production, addresses that staff enter must not be inside the network: the answers would
 * reveal its open ports. An operator who trusts their staff sets INNER_HOSTS, or names a relay of
 * their own in SMTP_URL.
 */
async function assertOutside(app: App, values: SavedValues): Promise<void> {
  if (!app.config.production || app.config.innerHosts) return

  const { SMTP_HOST: host, PIX_BASE_URL: url } = values
  if (host && (await isInnerHost(host))) throw fail('provider.inside', { fields: ['SMTP_HOST'] })
  if (url && URL.canParse(url) && (await isInnerHost(new URL(url).hostname)))
    throw fail('provider.invalid', { fields: ['PIX_BASE_URL'] })
}

/** In production the bank's address must be https, and must not be on this machine. */
const refusedAddress = (app: App, { PIX_BASE_URL: url }: SavedValues): string[] =>
  url && app.config.production && (isThisMachine(url) || !url.startsWith('https://'))
    ? ['PIX_BASE_URL']
    : []

/** Overwrite exactly the row that was read before the trial. */
async function writeRow(
  tx: App,
  name: ProviderName,
  values: SavedValues,
  updatedBefore: Date | null,
): Promise<void> {
  const sealedValues = tx.vault.seal(JSON.stringify(values), 'kept_providers', name)
  // Always later than before: other processes detect changes by this time.
  const updatedAt = new Date(
    Math.max(tx.clock.now().getTime(), (updatedBefore?.getTime() ?? 0) + 1),
  )

  const writtenRows = updatedBefore
    ? await tx.db
        .update(keptProviders)
        .set({ sealed: sealedValues, updatedAt })
        .where(and(eq(keptProviders.name, name), eq(keptProviders.updatedAt, updatedBefore)))
        .returning({ name: keptProviders.name })
    : await tx.db
        .insert(keptProviders)
        .values({ name, sealed: sealedValues, updatedAt })
        .onConflictDoNothing()
        .returning({ name: keptProviders.name })

  if (!writtenRows.length) throw fail('provider.changed')
}

/** Every process reloads its adapters, and settings that the provider needs are sent to it soon. */
async function notifyProcesses(tx: App, name: ProviderName): Promise<void> {
  if (name === 'pix') await scheduleCheckNow(tx, 'pix.webhook')
  if (name === 'discord') await enqueue(tx, 'chat.commands', {})
  await emptyWatched(tx.db)
  await emptyPublicCache(tx.db)
}
