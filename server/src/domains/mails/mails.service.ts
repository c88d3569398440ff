import type { SiteSettings } from '@chaveiro/contracts/defaults'
import { type Role, staffRoles } from '@chaveiro/contracts/limits'
import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import { mailsSent, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Clearing } from '../../platform/database/clearing.ts'
import { drawInThread } from '../../platform/drawing/drawing-threads.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { AddressRefused, MailTooLarge, type Mail, type Mailer } from '../../ports/mail.ts'
import { logoInfoOf, uploadVersion } from '../settings/brand.pictures.ts'
import { sellerLine } from '../settings/seller.rules.ts'
import { siteSettings } from '../settings/settings.service.ts'
import type { WrittenMail, writeMail } from './mails.letter.ts'
import { withoutFiles } from './mails.light.ts'
import { forgetRefused, noteRefusal, addressPrint } from './mails.refusals.service.ts'
import type { Receiver } from './mails.words.ts'
import { templates, type TemplateName, type ValuesOf } from './templates/index.ts'

export type { Receiver } from './mails.words.ts'

// Longer than a mail server may take to answer: an older claim belongs to a dead process.
const claimSeconds = 120

type Outgoing<N extends TemplateName> = {
  id: string
  to: Receiver
  values: ValuesOf<N>
  replyTo?: Mail['replyTo']
  attachments?: Mail['attachments']
}

/**
 * Sends one mail, once for its id. Idempotent: a repeated or concurrent job sends nothing more. If
 * a process dies between the server's acceptance and our record of it, the mail is sent again. Its
 * Message-ID stays the same, so mailboxes recognise the copy. Returns whether it was sent now.
 */
export async function sendMail<N extends TemplateName>(
  app: App,
  name: N,
  mail: Outgoing<N>,
): Promise<boolean> {
  if (!app.providers.mail) {
    app.log.warn({ mail: name }, 'mail not sent, no mail server is configured')
    return false
  }

  const claimToken = await claimMail(app, mail, name)
  if (!claimToken) return false

  const ownClaim = and(eq(mailsSent.id, mail.id), eq(mailsSent.token, claimToken))

  try {
    await deliverMail(app, app.providers.mail, name, mail)
  } catch (error) {
    app.processMetrics.mail(false)
    await app.db.delete(mailsSent).where(and(ownClaim, isNull(mailsSent.sentAt)))
    if (!(error instanceof AddressRefused)) throw error

    // A retry would fail as well: the address is marked, and its person is informed (F221).
    await noteRefusal(app, mail.to.email, { reply: error.reply, source: 'refused' })
    app.log.warn({ mail: name, reply: error.reply }, 'mail refused, the address is marked')

    return false
  }

  app.processMetrics.mail(true)
  await app.db.update(mailsSent).set({ sentAt: app.clock.now() }).where(ownClaim)
  await forgetRefused(app, mail.to.email)

  return true
}

async function deliverMail<N extends TemplateName>(
  app: App,
  mailer: Mailer,
  name: N,
  mail: Outgoing<N>,
): Promise<void> {
  const savedSettings = await siteSettings(app)
  const drawnMail = await drawMail(app, savedSettings, name, mail)
  const publicHost = new URL(app.config.publicUrl).hostname

  const fullMail: Mail = {
    ...drawnMail,
    to: mail.to.email,
    messageId: `<${mail.id}@${publicHost}>`,
    replyTo: mail.replyTo,
    headers: headersOf(name, publicHost, savedSettings.contactEmail),
    attachments: mail.attachments,
  }

  await mailer.send(fullMail).catch((error: unknown) => {
    if (!(error instanceof MailTooLarge) || !mail.attachments?.length) throw error
    return mailer.send(withoutFiles(fullMail, mail.to.language, app.config.publicUrl))
  })
}

/** A mail as its receiver gets it, written in the drawing thread. */
export async function drawMail<N extends TemplateName>(
  app: App,
  site: SiteSettings,
  name: N,
  mail: { to: Receiver; values: ValuesOf<N> },
): Promise<WrittenMail> {
  const { publicUrl, timeZone } = app.config
  const { siteName, contactEmail, discordSupportLink, supportDiscord, accentColor } = site
  const { name: receiverName, email, language } = mail.to

  return drawInThread<typeof writeMail>('mail', {
    shop: {
      publicUrl,
      timeZone,
      site: {
        siteName,
        contactEmail,
        discordSupportLink,
        supportDiscord,
        seller: sellerLine(site),
        accentColor,
        icon: iconInMail(app, site),
        logo: await logoInMail(app, site),
      },
    },

    name,
    to: { name: receiverName, email, language },
    values: mail.values,
  })
}

/** The URL of the uploaded icon as PNG; undefined without one. */
function iconInMail(app: App, { siteFavicon }: SiteSettings): string | undefined {
  const version = uploadVersion(siteFavicon)
  return version && `${app.config.publicUrl}/icons/favicon.png?v=${version}`
}

/** The logo as absolute URLs, which mailboxes can load; undefined without an uploaded logo. */
async function logoInMail(app: App, site: SiteSettings) {
  const logoInfo = await logoInfoOf(app, site)
  if (!logoInfo) return undefined

  const versionedIconUrl = (name: string, url: string) =>
    `${app.config.publicUrl}/icons/${name}?v=${uploadVersion(url)}`

  return {
    width: logoInfo.width,
    light: versionedIconUrl('logo.png', site.siteLogo),
    dark: logoInfo.dark && versionedIconUrl('logo-dark.png', logoInfo.dark),
  }
}

/**
 * Sends a mail to several people, once to each. A refused recipient does not delay the others; the
 * job runs again for the refused one.
 */
export async function sendToEach<N extends TemplateName>(
  app: App,
  name: N,
  recipients: readonly (Receiver & { id: string })[],
  mail: { id: string; values: ValuesOf<N> },
): Promise<void> {
  const failures: unknown[] = []

  for (const recipient of recipients)
    await sendMail(app, name, {
      id: `${mail.id}-${recipient.id}`,
      to: recipient,
      values: mail.values,
    }).catch((error: unknown) => failures.push(error))

  if (failures.length) throw failures[0]
}

/** Sends a mail to everybody in these roles who is neither deleted nor banned, once to each. */
export async function sendToStaff<N extends TemplateName>(
  app: App,
  name: N,
  mail: { id: string; values: ValuesOf<N> },
  roles: readonly Role[] = staffRoles,
): Promise<void> {
  const staffReceivers = await app.db
    .select({ id: users.id, name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(and(inArray(users.role, [...roles]), isNull(users.deletedAt), eq(users.isBanned, false)))
  await sendToEach(app, name, staffReceivers, mail)
}

/**
 * Claims a mail for this process; null when it was already sent. Throws while another process is
 * sending it, so that the job runs again.
 */
async function claimMail(
  app: App,
  { id, to }: { id: string; to: Receiver },
  template: TemplateName,
): Promise<string | null> {
  const now = app.clock.now()
  const claimToken = randomUUID()

  const [ownRow] = await app.db
    .insert(mailsSent)
    .values({
      id,
      template,
      token: claimToken,
      claimedAt: now,
      toIndex: addressPrint(app, to.email),
    })
    .onConflictDoUpdate({
      target: mailsSent.id,
      set: { token: claimToken, claimedAt: now },
      setWhere: and(
        isNull(mailsSent.sentAt),
        lt(mailsSent.claimedAt, secondsAfter(now, -claimSeconds)),
      ),
    })
    .returning({ id: mailsSent.id })

  if (ownRow) return claimToken

  const [otherClaim] = await app.db
    .select({ sentAt: mailsSent.sentAt })
    .from(mailsSent)
    .where(eq(mailsSent.id, id))

  if (otherClaim?.sentAt) return null

  throw new Error('another process is sending this mail; the job runs again later')
}

/**
 * Headers against automatic replies. A mail that may be unwanted also gets List-Id and, with a
 * contact address, List-Unsubscribe.
 */
function headersOf(name: TemplateName, host: string, contact: string): Record<string, string> {
  const baseHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
  if (templates[name].kind === 'duty') return baseHeaders

  const listName = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

  return {
    ...baseHeaders,
    'List-Id': `<${listName}.${host}>`,
    ...(contact
      ? { 'List-Unsubscribe': `<mailto:${contact}?subject=unsubscribe%20${listName}>` }
      : {}),
  }
}

const keptDays = 90

/** Records of mails so old that no job sends them again. */
export const oldMails: Clearing = {
  what: 'that a mail was sent, by its number',
  table: mailsSent,
  period: () => `${keptDays} days`,
  due: (app) => lt(mailsSent.claimedAt, secondsAfter(app.clock.now(), -keptDays * 86_400)),
}
