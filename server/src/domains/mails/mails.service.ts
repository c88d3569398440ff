import type { SiteSettings } from '@chaveiro/contracts/defaults'
import { type Role, staffRoles } from '@chaveiro/contracts/limits'
import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import { mailsSent, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Clearing } from '../../platform/database/clearing.ts'
import { drawAside } from '../../platform/drawing/drawing-threads.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { AddressRefused, MailTooLarge, type Mail, type Mailer } from '../../ports/mail.ts'
import { logoOf, versionOf } from '../settings/brand.pictures.ts'
import { sellerLine } from '../settings/seller.rules.ts'
import { siteSettings } from '../settings/settings.service.ts'
import type { WrittenMail, writeMail } from './mails.letter.ts'
import { withoutFiles } from './mails.light.ts'
import { forgetRefused, noteRefusal, printOf } from './mails.refusals.service.ts'
import type { Receiver } from './mails.words.ts'
import { templates, type TemplateName, type ValuesOf } from './templates/index.ts'

export type { Receiver } from './mails.words.ts'

// Longer than the mail server may take to answer: an older claim belongs to a dead process.
const claimSeconds = 120

type Outgoing<N extends TemplateName> = {
  id: string
  to: Receiver
  values: ValuesOf<N>
  replyTo?: Mail['replyTo']
  attachments?: Mail['attachments']
}

/**
 * Send one mail, once for its id. Idempotent: a job that runs again, or twice at the same time,
 * sends nothing more. Only when a process dies between the mail server's yes and our note of it is
 * the mail sent again, with the same Message-ID, by which mailboxes recognise the copy. Answers
 * whether it was sent now.
 */
export async function sendMail<N extends TemplateName>(
  app: App,
  name: N,
  mail: Outgoing<N>,
): Promise<boolean> {
  if (!app.providers.mail) {
    app.log.warn({ mail: name }, 'no mail server is configured; the mail is not sent')
    return false
  }

  const token = await claim(app, mail, name)
  if (!token) return false

  const mine = and(eq(mailsSent.id, mail.id), eq(mailsSent.token, token))

  try {
    await deliver(app, app.providers.mail, name, mail)
  } catch (error) {
    app.figures.mail(false)
    await app.db.delete(mailsSent).where(and(mine, isNull(mailsSent.sentAt)))
    if (!(error instanceof AddressRefused)) throw error

    // Another try would end alike: the address is marked instead, and its person is told (F221).
    await noteRefusal(app, mail.to.email, { reply: error.reply, source: 'refused' })
    app.log.warn({ mail: name, reply: error.reply }, 'the receiver’s server refuses the address')

    return false
  }

  app.figures.mail(true)
  await app.db.update(mailsSent).set({ sentAt: app.clock.now() }).where(mine)
  await forgetRefused(app, mail.to.email)

  return true
}

async function deliver<N extends TemplateName>(
  app: App,
  mailer: Mailer,
  name: N,
  mail: Outgoing<N>,
): Promise<void> {
  const site = await siteSettings(app)
  const letter = await drawMail(app, site, name, mail)
  const host = new URL(app.config.publicUrl).hostname

  const whole: Mail = {
    ...letter,
    to: mail.to.email,
    messageId: `<${mail.id}@${host}>`,
    replyTo: mail.replyTo,
    headers: headersOf(name, host, site.contactEmail),
    attachments: mail.attachments,
  }

  await mailer.send(whole).catch((error: unknown) => {
    if (!(error instanceof MailTooLarge) || !mail.attachments?.length) throw error
    return mailer.send(withoutFiles(whole, mail.to.language, app.config.publicUrl))
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
  const { siteName, contactEmail, discordSupportLink, supportDiscord } = site
  const { name: called, email, language } = mail.to

  return drawAside<typeof writeMail>('mail', {
    shop: {
      publicUrl,
      timeZone,
      site: {
        siteName,
        contactEmail,
        discordSupportLink,
        supportDiscord,
        seller: sellerLine(site),
        logo: await logoInMail(app, site),
      },
    },

    name,
    to: { name: called, email, language },
    values: mail.values,
  })
}

/** The logo by addresses that mailboxes can load; undefined where staff uploaded none. */
async function logoInMail(app: App, site: SiteSettings) {
  const logo = await logoOf(app, site)
  if (!logo) return undefined

  const at = (name: string, url: string) =>
    `${app.config.publicUrl}/icons/${name}?v=${versionOf(url)}`

  return {
    width: logo.width,
    light: at('logo.png', site.siteLogo),
    dark: logo.dark && at('logo-dark.png', logo.dark),
  }
}

/**
 * Send a mail to several people, each once. A recipient whose server refuses keeps nobody else
 * waiting; the job runs again for them.
 */
export async function sendToEach<N extends TemplateName>(
  app: App,
  name: N,
  to: readonly (Receiver & { id: string })[],
  mail: { id: string; values: ValuesOf<N> },
): Promise<void> {
  const failed: unknown[] = []

  for (const recipient of to)
    await sendMail(app, name, {
      id: `${mail.id}-${recipient.id}`,
      to: recipient,
      values: mail.values,
    }).catch((error: unknown) => failed.push(error))

  if (failed.length) throw failed[0]
}

/** Send a mail to everybody in these roles who is neither deleted nor banned, each once. */
export async function sendToStaff<N extends TemplateName>(
  app: App,
  name: N,
  mail: { id: string; values: ValuesOf<N> },
  roles: readonly Role[] = staffRoles,
): Promise<void> {
  const staff = await app.db
    .select({ id: users.id, name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(and(inArray(users.role, [...roles]), isNull(users.deletedAt), eq(users.isBanned, false)))
  await sendToEach(app, name, staff, mail)
}

/**
 * Claim a mail for this process; null when it was sent. Throws while another process is sending it,
 * so that the job looks again.
 */
async function claim(
  app: App,
  { id, to }: { id: string; to: Receiver },
  template: TemplateName,
): Promise<string | null> {
  const now = app.clock.now()
  const token = randomUUID()

  const [mine] = await app.db
    .insert(mailsSent)
    .values({ id, template, token, claimedAt: now, toIndex: printOf(app, to.email) })
    .onConflictDoUpdate({
      target: mailsSent.id,
      set: { token, claimedAt: now },
      setWhere: and(
        isNull(mailsSent.sentAt),
        lt(mailsSent.claimedAt, secondsAfter(now, -claimSeconds)),
      ),
    })
    .returning({ id: mailsSent.id })

  if (mine) return token

  const [other] = await app.db
    .select({ sentAt: mailsSent.sentAt })
    .from(mailsSent)
    .where(eq(mailsSent.id, id))

  if (other?.sentAt) return null

  throw new Error('this mail is being sent by another process; looking again later')
}

/**
 * Headers that stop automatic replies. A mail that may be unwanted names its list and the way to
 * unsubscribe.
 */
function headersOf(name: TemplateName, host: string, contact: string): Record<string, string> {
  const always = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
  if (templates[name].kind === 'duty') return always

  const list = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

  return {
    ...always,
    'List-Id': `<${list}.${host}>`,
    ...(contact ? { 'List-Unsubscribe': `<mailto:${contact}?subject=unsubscribe%20${list}>` } : {}),
  }
}

const keptDays = 90

/** Records of sent mails that no job can want to send again. */
export const oldMails: Clearing = {
  what: 'that a mail was sent, by its number',
  table: mailsSent,
  kept: () => `${keptDays} days`,
  due: (app) => lt(mailsSent.claimedAt, secondsAfter(app.clock.now(), -keptDays * 86_400)),
}
