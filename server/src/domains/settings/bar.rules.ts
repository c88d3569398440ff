import type { SiteSettings } from '@chaveiro/contracts/defaults'
import type { Language } from '@chaveiro/contracts/limits'
import { createHash } from 'node:crypto'

import type { App } from '../../platform/app.ts'
import { storeMinute } from '../../platform/time/store-calendar.ts'

type BarSettings = Pick<
  SiteSettings,
  'barOn' | 'barTextPt' | 'barTextEn' | 'barLink' | 'barFrom' | 'barUntil'
>

export type Bar = { texts: Record<Language, string>; link?: string; version: string }

/**
 * The announcement bar, if it is shown now; an empty language shows the other one. The version
 * changes with its content, so that a person who closed one bar sees the next.
 */
export function visibleBar(app: App, site: BarSettings): Bar | undefined {
  const { barOn, barTextPt, barTextEn, barLink, barFrom, barUntil } = site
  if (!barOn || !(barTextPt || barTextEn)) return undefined

  const currentMinute = storeMinute(app.config.timeZone, app.clock.now())
  if ((barFrom && currentMinute < barFrom) || (barUntil && currentMinute >= barUntil))
    return undefined

  const barContent = JSON.stringify([barTextPt, barTextEn, barLink])

  return {
    texts: { 'pt-BR': barTextPt || barTextEn, 'en-US': barTextEn || barTextPt },
    ...(barLink ? { link: barLink } : {}),
    version: createHash('sha256').update(barContent).digest('hex').slice(0, 12),
  }
}
