import type { SiteSettings } from '@chaveiro/contracts/defaults'
import { uploadOf } from '@chaveiro/contracts/pictures'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { App } from '../../platform/app.ts'
import { ratioOf } from '../../platform/drawing/picture.ts'

// What staff uploaded as logo and icon. A logo by an address elsewhere stays the small picture beside
// the name that it always was.

/** The bytes of an uploaded picture; null for every other address, and when it is not there. */
export async function uploaded(app: App, url: string): Promise<Buffer | null> {
  const upload = uploadOf(url)
  if (!upload) return null

  return readFile(join(app.config.dataDir, 'uploads', `${upload.hash}.webp`)).catch(() => null)
}

/** How high a logo stands in the bar and in mails, and how wide one gets at most. */
const size = { height: 32, widest: 160 }

/** The uploaded logo: its width in the bar, and the one for dark ground; undefined without one. */
export async function logoOf(
  app: App,
  { siteLogo, siteLogoDark }: Pick<SiteSettings, 'siteLogo' | 'siteLogoDark'>,
): Promise<{ width: number; dark?: string } | undefined> {
  const bytes = await uploaded(app, siteLogo)
  const ratio = bytes && (await ratioOf(bytes))
  if (!ratio) return undefined

  const width = Math.max(1, Math.min(size.widest, Math.round(size.height * ratio)))

  return { width, ...(uploadOf(siteLogoDark) ? { dark: siteLogoDark } : {}) }
}

/** The first digits of an upload's name, which tell browsers that keep its drawing of a new one. */
export const versionOf = (url: string): string | undefined => uploadOf(url)?.hash.slice(0, 12)

/** Where the icon of the browser's tab is: an upload is drawn square, as PNG. */
export function iconAddress({ siteFavicon }: Pick<SiteSettings, 'siteFavicon'>): string {
  const version = versionOf(siteFavicon)
  return version ? `/icons/favicon.png?v=${version}` : siteFavicon
}
