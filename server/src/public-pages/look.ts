import { isHexColor, toneOf } from '@chaveiro/contracts/accent'
import type { SiteSettings } from '@chaveiro/contracts/defaults'

import { visibleBar } from '../domains/settings/bar.rules.ts'
import type { App } from '../platform/app.ts'

/**
 * The look of the shop as attributes of the page's root: its colour, and the version of the
 * announcement bar. theme.js hides a version that the visitor closed before the page is painted.
 */
export function lookAttributes(app: App, site: SiteSettings): string {
  const announcementBar = visibleBar(app, site)
  return styleAttribute(site) + (announcementBar ? ` data-bar="${announcementBar.version}"` : '')
}

/**
 * The shop's colour for both themes, in place of the tones in tokens.css, so that no page flashes in
 * another one. Empty for the default colour. It is a style attribute, because the content security
 * policy allows no style elements.
 */
function styleAttribute({ accentColor }: Pick<SiteSettings, 'accentColor'>): string {
  if (!isHexColor(accentColor)) return ''

  const [light, dark] = [toneOf(accentColor, 'light'), toneOf(accentColor, 'dark')]

  const declarations = [
    `--accent:light-dark(${light.color},${dark.color})`,
    `--accent-soft:light-dark(${light.soft},${dark.soft})`,
  ]

  return ` style="${declarations.join(';')}"`
}
