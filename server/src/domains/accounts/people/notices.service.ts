import type { Language } from '@chaveiro/contracts/limits'

import type { App } from '../../../platform/app.ts'
import { enqueue, type Jobs } from '../../../platform/queue/jobs.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { sendMail } from '../../mails/mails.service.ts'
import type { ValuesOf } from '../../mails/templates/index.ts'

/** Mails that announce a change of an account, also to an address that it had before. */
type NoticeName =
  | 'mailChanged'
  | 'mailChangedByShop'
  | 'passwordDropped'
  | 'chatLinked'
  | 'twoFactorChanged'

type Notice = { [N in NoticeName]: { name: N; email: string; values: ValuesOf<N> } }[NoticeName]
type StoredNotice = { notice: Notice; to: { name: string; language: Language } }

/** Queue a notice, encrypted: an address must not stay in the queue after its owner was erased. */
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

/** Send a queued notice, once. */
export async function sendNotice(
  app: App,
  { id, sealed }: Jobs['mail.account-notice'],
): Promise<void> {
  const openedJob = app.vault.open(Buffer.from(sealed, 'base64'), 'jobs', id)
  const { notice, to } = JSON.parse(openedJob) as StoredNotice
  const noticeMail = { id: `account-notice-${id}`, to: { ...to, email: notice.email } }

  // Equal branches: TypeScript knows which values belong to a name only inside a branch for that
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
