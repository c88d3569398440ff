import { isHexColor, toneOf } from '@chaveiro/contracts/accent'
import type { SiteSettings } from '@chaveiro/contracts/defaults'

import { visibleBar } from '../domains/settings/bar.rules.ts'
import type { App } from '../platform/app.ts'

/**
 * The look of the shop as attributes of the page's root: its colour, and the version of the line
 * above every page, which is not painted where it was closed (theme.js).
 */
export function lookOf(app: App, site: SiteSettings): string {
  const bar = visibleBar(app, site)
  return styleOf(site) + (bar ? ` data-bar="${bar.version}"` : '')
}

/**
 * The shop's colour, so that no page ever shows another first: the tones of both themes in the place
 * of those in tokens.css. Empty for the house's own colour. The policy allows style attributes and
 * no style elements.
 */
function styleOf({ accentColor }: Pick<SiteSettings, 'accentColor'>): string {
  if (!isHexColor(accentColor)) return ''

  const [light, dark] = [toneOf(accentColor, 'light'), toneOf(accentColor, 'dark')]

  const style = [
    `--accent:light-dark(${light.color},${dark.color})`,
    `--accent-soft:light-dark(${light.soft},${dark.soft})`,
  ]

  return ` style="${style.join(';')}"`
}
