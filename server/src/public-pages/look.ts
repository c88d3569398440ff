import { isHexColor, toneOf } from '@chaveiro/contracts/accent'
import type { SiteSettings } from '@chaveiro/contracts/defaults'

import { visibleBar } from '../domains/settings/bar.rules.ts'
import type { App } from '../platform/app.ts'

/**
 * Attributes of a page's root element for the shop's appearance: the colour, and the version of the
 * announcement bar. By that version, theme.js hides a bar that the visitor has closed before the
 * page is painted.
 */
export function lookAttributes(app: App, site: SiteSettings): string {
  const announcementBar = visibleBar(app, site)
  return styleAttribute(site) + (announcementBar ? ` data-bar="${announcementBar.version}"` : '')
}

/**
 * The shop's colour for both themes, which replaces the one in tokens.css, so that a page never
 * flashes in another colour. Empty for the default colour. It is a style attribute, because the
 * content security policy allows no style elements.
 */
function styleAttribute({ accentColor }: Pick<SiteSettings, 'accentColor'>): string {
  if (!isHexColor(accentColor)) return ''

  const [light, dark] = [toneOf(accentColor, 'light'), toneOf(accentColor, 'dark')]

  const declarations = [
    `--accent:light-dark(${light.color},${dark.color})`,
    `--on-accent:light-dark(${light.on},${dark.on})`,
    `--accent-soft:light-dark(${light.soft},${dark.soft})`,
  ]

  return ` style="${declarations.join(';')}"`
}
