import { isHexColor, toneOf } from '@chaveiro/contracts/accent'
import type { SiteSettings } from '@chaveiro/contracts/defaults'

/**
 * The shop's colour as an attribute of the page's root, so that no page ever shows another first:
 * the tones of both themes in the place of those in tokens.css. Empty for the house's own colour.
 * The policy allows style attributes and no style elements.
 */
export function lookOf({ accentColor }: Pick<SiteSettings, 'accentColor'>): string {
  if (!isHexColor(accentColor)) return ''
  const [light, dark] = [toneOf(accentColor, 'light'), toneOf(accentColor, 'dark')]
  const style = [
    `--accent:light-dark(${light.color},${dark.color})`,
    `--accent-soft:light-dark(${light.soft},${dark.soft})`,
  ]
  return ` style="${style.join(';')}"`
}
