import type { SiteSettings } from '@chaveiro/contracts/defaults'
import { uploadOf } from '@chaveiro/contracts/pictures'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { App } from '../../platform/app.ts'
import { aspectRatioOf } from '../../platform/drawing/picture.ts'

// The logo and icon that staff uploaded. A logo with an external URL is only shown small beside the
// name.

/** The bytes of an uploaded picture; null for an external URL and for a missing file. */
export async function readUpload(app: App, url: string): Promise<Buffer | null> {
  const ownUpload = uploadOf(url)
  if (!ownUpload) return null

  return readFile(join(app.config.dataDir, 'uploads', `${ownUpload.hash}.webp`)).catch(() => null)
}

/** Height of a logo in the bar and in mails, and its largest width, in pixels. */
const logoSize = { height: 32, widest: 160 }

/**
 * The width of the uploaded logo in the bar, and its version for dark backgrounds; undefined
 * without an uploaded logo.
 */
export async function logoInfoOf(
  app: App,
  { siteLogo, siteLogoDark }: Pick<SiteSettings, 'siteLogo' | 'siteLogoDark'>,
): Promise<{ width: number; dark?: string } | undefined> {
  const logoBytes = await readUpload(app, siteLogo)
  const sideRatio = logoBytes && (await aspectRatioOf(logoBytes))
  if (!sideRatio) return undefined

  const shownWidth = Math.max(1, Math.min(logoSize.widest, Math.round(logoSize.height * sideRatio)))

  return { width: shownWidth, ...(uploadOf(siteLogoDark) ? { dark: siteLogoDark } : {}) }
}

/** The first digits of an upload's hash, which make browsers load a changed picture. */
export const uploadVersion = (url: string): string | undefined => uploadOf(url)?.hash.slice(0, 12)

/** The URL of the icon in the browser tab; an uploaded icon is served square, as PNG. */
export function iconAddress({ siteFavicon }: Pick<SiteSettings, 'siteFavicon'>): string {
  const iconVersion = uploadVersion(siteFavicon)
  return iconVersion ? `/icons/favicon.png?v=${iconVersion}` : siteFavicon
}
