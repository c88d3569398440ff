import type { Language } from '@chaveiro/contracts/limits'

import type { App } from '../../../platform/app.ts'
import { enqueue, type Jobs } from '../../../platform/queue/jobs.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { sendMail } from '../../mails/mails.service.ts'
import type { ValuesOf } from '../../mails/templates/index.ts'

/**
 * Mails that announce a change of an account. A change of the email is also announced to the old
 * address.
 */
type NoticeName =
  | 'mailChanged'
  | 'mailChangedByShop'
  | 'passwordDropped'
  | 'chatLinked'
  | 'twoFactorChanged'

type Notice = { [N in NoticeName]: { name: N; email: string; values: ValuesOf<N> } }[NoticeName]
type StoredNotice = { notice: Notice; to: { name: string; language: Language } }

/** Queue a notice, encrypted, so that the queue reveals no address after its owner was erased. */
export async function queueNotice(
  tx: App,
  { name, language }: StoredNotice['to'],
  notice: Notice,
): Promise<void> {
  const id = newId()
  const storedNotice: StoredNotice = { notice, to: { name, language } }
  const sealedNotice = tx.vault.seal(JSON.stringify(storedNotice), 'jobs', id).toString('base64')
  await enqueue(tx, 'mail.account-notice', { id, sealed: sealedNotice })
}

/** Send a queued notice. A repeated job does not send it twice. */
export async function sendNotice(
  app: App,
  { id, sealed }: Jobs['mail.account-notice'],
): Promise<void> {
  const openedJob = app.vault.open(Buffer.from(sealed, 'base64'), 'jobs', id)
  const { notice, to } = JSON.parse(openedJob) as StoredNotice
  const noticeMail = { id: `account-notice-${id}`, to: { ...to, email: notice.email } }

  // The branches look equal, but TypeScript infers the values of a notice only in a branch for its
  // name.
  if (notice.name === 'passwordDropped')
    await sendMail(app, notice.name, { ...noticeMail, values: notice.values })
  else if (notice.name === 'chatLinked')
    await sendMail(app, notice.name, {
      ...noticeMail,
      values: { ...notice.values, at: new Date(notice.values.at) },
    })
  else if (notice.name === 'twoFactorChanged')
    await sendMail(app, notice.name, {
      ...noticeMail,
      values: { ...notice.values, at: new Date(notice.values.at) },
    })
  else
    await sendMail(app, notice.name, {
      ...noticeMail,
      values: { ...notice.values, at: new Date(notice.values.at) },
    })
}
