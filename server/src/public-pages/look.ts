import { isHexColor, toneOf } from '@chaveiro/contracts/accent'
import type { SiteSettings } from '@chaveiro/contracts/defaults'

import { visibleBar } from '../domains/settings/bar.rules.ts'
import { siteSettings } from '../domains/settings/settings.service.ts'
import type { App } from '../platform/app.ts'

/**
 * Attributes of a page's root element for the shop's appearance: the colour, and the version of the
 * announcement bar. By that version, theme.js hides a bar that the visitor has closed before the
 * page is painted.
 */
export function lookAttributes(app: App, site: SiteSettings): string {
  const announcementBar = visibleBar(app, site)
  const style = accentStyle(site)

  return (
    (style && ` style="${style}"`) +
    (announcementBar ? ` data-bar="${announcementBar.version}"` : '')
  )
}

/**
 * The shop's colour for both themes, which replaces the one in tokens.css, so that a page never
 * flashes in another colour. Empty for the default colour. Declarations of a style attribute,
 * because the content security policy allows no style elements.
 */
function accentStyle({ accentColor }: Pick<SiteSettings, 'accentColor'>): string {
  if (!isHexColor(accentColor)) return ''

  const [light, dark] = [toneOf(accentColor, 'light'), toneOf(accentColor, 'dark')]

  return [
    `--accent:light-dark(${light.color},${dark.color})`,
    `--on-accent:light-dark(${light.on},${dark.on})`,
    `--accent-soft:light-dark(${light.soft},${dark.soft})`,
  ].join(';')
}

/** The shop's current colour, as the declarations of a style attribute. */
export const shopAccent = async (app: App): Promise<string> => accentStyle(await siteSettings(app))
