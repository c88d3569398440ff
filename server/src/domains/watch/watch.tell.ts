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
  const reportWays: AlertJob['way'][] = []
  const isBrokenWay = (broken: ShopAlert) => name === broken && !isWell
  if (alertsBy !== 'discord' && providers.mail && !isBrokenWay('mail_down')) reportWays.push('mail')
  if (alertsBy !== 'mail' && providers.chat && chat.staffChannelId && !isBrokenWay('chat_down'))
    reportWays.push('chat')

  return reportWays
}

/** Minutes between two tries; after the last one the report is given up. */
const retryPauses = [1, 5, 15, 60, 180]

/**
 * Reports one alert to admins, by mail or in the chat. A failed try is no failed job, since a
 * failed job would raise another alert. The report is repeated a few times at growing intervals,
 * then only logged (P533).
 */
export async function reportAlert(app: App, alertJob: AlertJob): Promise<void> {
  try {
    if (alertJob.way === 'mail') await mailAlert(app, alertJob)
    else await postAlert(app, alertJob)
  } catch (error) {
    app.log.warn({ err: error, alert: alertJob.name, way: alertJob.way }, 'alert not reported')
    const retryPause = retryPauses[alertJob.tries]
    if (retryPause === undefined) return

    await enqueue(
      app,
      'shop.alert',
      { ...alertJob, tries: alertJob.tries + 1 },
      { runAt: secondsAfter(app.clock.now(), retryPause * 60) },
    )
  }
}

function mailAlert(app: App, { name, since, until }: AlertJob): Promise<void> {
  const alertMail = {
    id: `shop-alert-${name}-${Date.parse(since)}-${until ? 'well' : 'wrong'}`,
    values: {
      ...alertTexts[name],
      since: new Date(since),
      until: until === null ? null : new Date(until),
      sinceTime: formatTime(app, since),
      untilTime: until === null ? '' : formatTime(app, until),
    },
  }
  return sendToStaff(app, 'shopAlert', alertMail, ['admin'])
}

/** The time of day in the shop's zone. */
const formatTime = ({ config }: App, at: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: config.timeZone }).format(
    new Date(at),
  )

async function postAlert(app: App, { name, since, until }: AlertJob): Promise<void> {
  const { what, todo } = alertTexts[name]

  const titleWords = inLanguage(defaultLanguage, {
    'pt-BR': { well: 'Resolvido', wrong: 'Atenção' },
    'en-US': { well: 'Well again', wrong: 'Attention' },
  })

  const timestamp = (time: string) => `<t:${Math.floor(Date.parse(time) / 1000)}:f>`

  const sendResult = throwIfTransient(
    await app.providers.chat!.send(app.config.chat.staffChannelId!, {
      embeds: [
        {
          title: `${until ? titleWords.well : titleWords.wrong}: ${inLanguage(defaultLanguage, what)}`,
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

  if (sendResult.kind !== 'ok')
    app.log.warn({ reason: sendResult.reason, alert: name }, 'alert refused by the chat server')
}
