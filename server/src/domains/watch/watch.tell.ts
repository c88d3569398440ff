import type { ShopAlert } from '@chaveiro/contracts/admin/shop-alerts'
import { defaultLanguage } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { App } from '../../platform/app.ts'
import { enqueue, type Jobs } from '../../platform/queue/jobs.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { throwIfTransient } from '../../ports/chat.ts'
import { sendToStaff } from '../mails/mails.service.ts'
import { alertTexts } from './watch.texts.ts'

type AlertJob = Jobs['shop.alert']

/**
 * The ways to report an alert. A broken mail server is never reported by mail; its recovery is.
 */
export function waysToReport(
  { config, providers }: App,
  name: ShopAlert,
  isWell: boolean,
): AlertJob['way'][] {
  const { shopAlerts: alertsBy, chat } = config
  const ways: AlertJob['way'][] = []
  const isBroken = (broken: ShopAlert) => name === broken && !isWell
  if (alertsBy !== 'discord' && providers.mail && !isBroken('mail_down')) ways.push('mail')
  if (alertsBy !== 'mail' && providers.chat && chat.staffChannelId && !isBroken('chat_down'))
    ways.push('chat')

  return ways
}

/** Minutes between two tries; after the last one the report is given up. */
const pauses = [1, 5, 15, 60, 180]

/**
 * Reports one alert to admins by one way. A failed try is no failed job, since that would raise
 * another alert. It is repeated a few times at growing intervals, then only logged (P533).
 */
export async function reportAlert(app: App, alertJob: AlertJob): Promise<void> {
  try {
    if (alertJob.way === 'mail') await mailAlert(app, alertJob)
    else await postAlert(app, alertJob)
  } catch (error) {
    app.log.warn({ err: error, alert: alertJob.name, way: alertJob.way }, 'alert not reported')
    const pause = pauses[alertJob.tries]
    if (pause === undefined) return

    await enqueue(
      app,
      'shop.alert',
      { ...alertJob, tries: alertJob.tries + 1 },
      { runAt: secondsAfter(app.clock.now(), pause * 60) },
    )
  }
}

function mailAlert(app: App, { name, since, until }: AlertJob): Promise<void> {
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

/** The time of day in the shop's zone. */
const timeOf = ({ config }: App, at: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: config.timeZone }).format(
    new Date(at),
  )

async function postAlert(app: App, { name, since, until }: AlertJob): Promise<void> {
  const { what, todo } = alertTexts[name]

  const words = inLanguage(defaultLanguage, {
    'pt-BR': { well: 'Resolvido', wrong: 'Atenção' },
    'en-US': { well: 'Well again', wrong: 'Attention' },
  })

  const timestamp = (time: string) => `<t:${Math.floor(Date.parse(time) / 1000)}:f>`

  const result = throwIfTransient(
    await app.providers.chat!.send(app.config.chat.staffChannelId!, {
      embeds: [
        {
          title: `${until ? words.well : words.wrong}: ${inLanguage(defaultLanguage, what)}`,
          description: until
            ? `${timestamp(since)} – ${timestamp(until)}`
            : `${inLanguage(defaultLanguage, todo)}\n${timestamp(since)}`,
          url: `${app.config.publicUrl}/admin/system`,
          color: until ? 0x30a46c : 0xe5484d,
        },
      ],
      nonce: `${name}-${(Date.parse(since) / 1000).toString(36)}${until ? 'w' : ''}`.slice(-25),
    }),
  )

  if (result.kind !== 'ok')
    app.log.warn({ reason: result.reason, alert: name }, 'alert refused by the chat server')
}
