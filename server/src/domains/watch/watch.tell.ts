import type { ShopAlert } from '@chaveiro/contracts/admin/shop-alerts'
import { defaultLanguage } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { App } from '../../platform/app.ts'
import { enqueue, type Jobs } from '../../platform/queue/jobs.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { throwIfTransient } from '../../ports/chat.ts'
import { sendToStaff } from '../mails/mails.service.ts'
import { alertTexts } from './watch.texts.ts'

type Told = Jobs['shop.alert']

/**
 * By which ways something is told: a mail server that does not answer is never told of by mail,
 * only that it is well again.
 */
export function waysToTell(
  { config, providers }: App,
  name: ShopAlert,
  isWell: boolean,
): Told['way'][] {
  const { shopAlerts: how, chat } = config
  const ways: Told['way'][] = []
  const isOf = (broken: ShopAlert) => name === broken && !isWell
  if (how !== 'discord' && providers.mail && !isOf('mail_down')) ways.push('mail')
  if (how !== 'mail' && providers.chat && chat.staffChannelId && !isOf('chat_down'))
    ways.push('chat')

  return ways
}

/** Minutes between one try and the next; after the last it is given up, whatever is broken. */
const pauses = [1, 5, 15, 60, 180]

/**
 * Tell admins of one thing by one way. A try that fails is no failed job, which would be one more
 * thing to tell of: it is tried again a few times, ever later, and then left to the log (P533).
 */
export async function tellAlert(app: App, told: Told): Promise<void> {
  try {
    if (told.way === 'mail') await mailAlert(app, told)
    else await postAlert(app, told)
  } catch (error) {
    app.log.warn({ err: error, alert: told.name, way: told.way }, 'an alert could not be told')
    const pause = pauses[told.tries]
    if (pause === undefined) return

    await enqueue(
      app,
      'shop.alert',
      { ...told, tries: told.tries + 1 },
      { runAt: secondsAfter(app.clock.now(), pause * 60) },
    )
  }
}

function mailAlert(app: App, { name, since, until }: Told): Promise<void> {
  const mail = {
    id: `shop-alert-${name}-${Date.parse(since)}-${until ? 'well' : 'wrong'}`,
    values: {
      ...alertTexts[name],
      since: new Date(since),
      until: until === null ? null : new Date(until),
      sinceTime: timeOf(app, since),
      untilTime: until === null ? '' : timeOf(app, until),
    },
  }
  return sendToStaff(app, 'shopAlert', mail, ['admin'])
}

/** The time of the day in the shop's zone. */
const timeOf = ({ config }: App, at: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: config.timeZone }).format(
    new Date(at),
  )

async function postAlert(app: App, { name, since, until }: Told): Promise<void> {
  const { what, todo } = alertTexts[name]

  const words = inLanguage(defaultLanguage, {
    'pt-BR': { well: 'Resolvido', wrong: 'Atenção' },
    'en-US': { well: 'Well again', wrong: 'Attention' },
  })

  const at = (time: string) => `<t:${Math.floor(Date.parse(time) / 1000)}:f>`

  const result = throwIfTransient(
    await app.providers.chat!.send(app.config.chat.staffChannelId!, {
      embeds: [
        {
          title: `${until ? words.well : words.wrong}: ${inLanguage(defaultLanguage, what)}`,
          description: until
            ? `${at(since)} – ${at(until)}`
            : `${inLanguage(defaultLanguage, todo)}\n${at(since)}`,
          url: `${app.config.publicUrl}/admin/system`,
          color: until ? 0x30a46c : 0xe5484d,
        },
      ],
      nonce: `${name}-${(Date.parse(since) / 1000).toString(36)}${until ? 'w' : ''}`.slice(-25),
    }),
  )

  if (result.kind !== 'ok')
    app.log.warn({ reason: result.reason, alert: name }, 'an alert was refused by the chat server')
}
