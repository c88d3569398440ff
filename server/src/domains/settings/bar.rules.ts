import type { SiteSettings } from '@chaveiro/contracts/defaults'
import type { Language } from '@chaveiro/contracts/limits'
import { createHash } from 'node:crypto'

import type { App } from '../../platform/app.ts'
import { storeMinute } from '../../platform/time/store-calendar.ts'

type Given = Pick<
  SiteSettings,
  'barOn' | 'barTextPt' | 'barTextEn' | 'barLink' | 'barFrom' | 'barUntil'
>

export type Bar = { texts: Record<Language, string>; link?: string; version: string }

/**
 * The line above every page, where one is to be shown now: where one language is empty the other
 * serves. Its version changes with what it says, so that whoever closed one is shown the next.
 */
export function barNow(app: App, site: Given): Bar | undefined {
  const { barOn, barTextPt, barTextEn, barLink, barFrom, barUntil } = site
  if (!barOn || !(barTextPt || barTextEn)) return undefined

  const minute = storeMinute(app.config.timeZone, app.clock.now())
  if ((barFrom && minute < barFrom) || (barUntil && minute >= barUntil)) return undefined

  const said = JSON.stringify([barTextPt, barTextEn, barLink])

  return {
    texts: { 'pt-BR': barTextPt || barTextEn, 'en-US': barTextEn || barTextPt },
    ...(barLink ? { link: barLink } : {}),
    version: createHash('sha256').update(said).digest('hex').slice(0, 12),
  }
}
