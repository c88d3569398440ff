import type { ProviderName } from '@chaveiro/contracts/admin/provider-fields'
import { and, eq, inArray } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'

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
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { isInner } from '../../platform/http/inner-address.ts'
import { emptyPublicCache, emptyWatched } from '../../platform/load/public-cache.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import type { Mail } from '../../ports/mail.ts'
import type { Trial } from '../../ports/trial.ts'
import { recordAudit, recordPowerAct, type Actor, type AuditEntry } from '../audit/audit.service.ts'
import { scheduleCheckNow } from '../payments/state/provider-checks.service.ts'
import { asideOf, countOpen, keptNow, methodOf, type KeptNow } from './providers.queries.ts'
import { aboutSaved, brands, secretsToType, type Typed } from './providers.rules.ts'

/**
 * Try the input together with the stored values. Stores none of it; the audit trail records the
 * trial and its author.
 */
export async function tryTyped(
  app: App,
  name: ProviderName,
  typed: Typed,
  { actor, mail }: { actor: Actor; mail?: Mail | undefined },
): Promise<Trial> {
  const { values } = await wantedOf(app, name, await keptNow(app, name), { values: typed })
  const trial = await app.kept.try(name, values, mail ? { mail } : {})

  await inTransaction(app, async (tx) => {
    await recordAudit(tx, triedLine(name, typed, trial, actor))
    // A mail was sent: the setup guide asks whether one ever was (P425).
    if (mail && trial.works)
      await recordAudit(tx, { ...lineOf(name, actor), action: 'provider.letter_sent' })
  })

  return trial
}

const lineOf = (name: ProviderName, actor: Actor) => ({
  ...actor,
  targetType: 'provider',
  targetId: name,
})

const triedLine = (name: ProviderName, typed: Typed, trial: Trial, actor: Actor): AuditEntry => ({
  ...lineOf(name, actor),
  action: 'provider.tried',
  details: { fields: namesOf(name, typed), tried: trial.works ? 'works' : trial.reason },
})

/** The names of the entered fields, without any that the provider does not have. */
const namesOf = (name: ProviderName, typed: Typed): string[] =>
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
  const before = await keptNow(app, name)
  const seen = before?.updatedAt.toISOString() ?? null
  if (updatedAt !== undefined && seen !== (updatedAt && new Date(updatedAt).toISOString()))
    throw fail('provider.changed')

  const { values, aside } = await wantedOf(app, name, before, save)
  const isTest = methodOf(name) && app.kept.wouldBeTest(name, values)
  // A demo shop takes no real money (P358).
  if (!app.config.production && isTest === false) throw fail('provider.demo')

  const trial = await app.kept.try(name, values)

  if (!trial.works && !anyway) {
    await inTransaction(app, (tx) => recordAudit(tx, triedLine(name, save.values, trial, actor)))
    return { saved: false, trial }
  }

  await inTransaction(app, async (tx) => {
    await writeRow(tx, name, values, before?.updatedAt ?? null)
    if (aside) await putAside(tx, name, aside)

    const entry = {
      ...triedLine(name, save.values, trial, actor),
      action: 'provider.saved',
    }

    const test = isTest === null ? {} : { test: isTest }

    await recordPowerAct(
      tx,
      { ...entry, details: { ...entry.details, ...test } },
      'provider',
      aboutSaved(name, save.switch ? null : namesOf(name, save.values), isTest),
    )

    await tellAll(tx, name)
  })

  await app.kept.reload()

  return { saved: true, trial }
}

/**
 * Delete the stored credentials. Refused with their number while payments wait for this provider,
 * unless confirmed.
 */
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
      .where(inArray(keptProviders.name, [name, asideOf(name)]))
      .returning({ name: keptProviders.name })

    if (!gone.length) throw fail('provider.not_kept')

    await recordPowerAct(
      tx,
      {
        ...lineOf(name, actor),
        action: 'provider.removed',
        details: { openPayments: open },
      },
      'provider',
      `${brands[name]} → –`,
    )

    await tellAll(tx, name)
  })

  await app.kept.reload()
}

/**
 * The complete credentials to use, and those that they replace. Credentials for the other kind of
 * money are kept aside, and the two kinds are never mixed (P427).
 */
async function wantedOf(
  app: App,
  name: ProviderName,
  before: KeptNow,
  wanted: Wanted,
): Promise<{ values: KeptValues; aside: KeptValues | null }> {
  const other = methodOf(name) ? await keptNow(app, asideOf(name)) : null
  if (wanted.switch && !other) throw fail('provider.not_kept')

  const typed = wanted.switch ? {} : wanted.values
  const over = (kept: KeptNow) => wholeOf(app, name, kept, typed)

  const safely = (kept: KeptNow, values: KeptValues): KeptValues => {
    const was = withoutEnvironment(app, valuesOf(kept) ?? {})
    const again = secretsToType(name, { was, is: values, typed })
    if (again.length) throw fail('provider.secrets_again', { fields: again })

    return values
  }

  const base = wanted.switch ? other : before
  const first = over(base)
  await assertOutside(app, first)
  const now = valuesOf(before)

  const isOther =
    now !== null &&
    methodOf(name) &&
    app.kept.wouldBeTest(name, now) !== app.kept.wouldBeTest(name, first)

  if (!isOther) return { values: safely(base, first), aside: null }

  return { values: safely(other, over(other)), aside: now }
}

const valuesOf = (kept: KeptNow): KeptValues | null =>
  kept && kept.values !== 'unopened' ? kept.values : null

/** Keep the former credentials aside. */
async function putAside(tx: App, name: ProviderName, values: KeptValues): Promise<void> {
  const row = {
    sealed: tx.vault.seal(JSON.stringify(values), 'kept_providers', asideOf(name)),
    updatedAt: tx.clock.now(),
  }

  await tx.db
    .insert(keptProviders)
    .values({ name: asideOf(name), ...row })
    .onConflictDoUpdate({ target: keptProviders.name, set: row })
}

/** All values of a provider: the stored ones, overwritten by the input. */
function wholeOf(app: App, name: ProviderName, kept: KeptNow, typed: Typed): KeptValues {
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

/**
 * In production, addresses that staff enter must not be inside the network: the answers would
 * reveal its open ports. An operator who trusts their staff sets INNER_HOSTS, or names a relay of
 * their own in SMTP_URL.
 */
async function assertOutside(app: App, values: KeptValues): Promise<void> {
  if (!app.config.production || app.config.innerHosts) return

  const { SMTP_HOST: host, PIX_BASE_URL: url } = values
  if (host && (await isInner(host))) throw fail('provider.inside', { fields: ['SMTP_HOST'] })
  if (url && URL.canParse(url) && (await isInner(new URL(url).hostname)))
    throw fail('provider.invalid', { fields: ['PIX_BASE_URL'] })
}

/** In production every provider needs TLS, and none may be on the same machine. */
const refusedAddress = (app: App, { PIX_BASE_URL: url }: KeptValues): string[] =>
  url && app.config.production && (isHere(url) || !url.startsWith('https://'))
    ? ['PIX_BASE_URL']
    : []

/** Overwrite exactly the row that was read before the trial. */
async function writeRow(
  tx: App,
  name: ProviderName,
  values: KeptValues,
  before: Date | null,
): Promise<void> {
  const sealed = tx.vault.seal(JSON.stringify(values), 'kept_providers', name)
  // Always later than before: other processes detect changes by this time.
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

/** Every process reloads its adapters, and settings that the provider needs are sent to it soon. */
async function tellAll(tx: App, name: ProviderName): Promise<void> {
  if (name === 'pix') await scheduleCheckNow(tx, 'pix.webhook')
  if (name === 'discord') await enqueue(tx, 'chat.commands', {})
  await emptyWatched(tx.db)
  await emptyPublicCache(tx.db)
}
