import type { Sharp } from 'sharp'

/** How pictures begin; nothing else (SVG, PDF, TIFF …) ever reaches a decoder. */
const beginnings = {
  png: /^\x89PNG\r\n\x1a\n/,
  jpeg: /^\xff\xd8\xff/,
  webp: /^RIFF[^]{4}WEBP/,
  gif: /^GIF8[79]a/,
  avif: /^[^]{4}ftypavi[fs]/,
} as const

type PictureKind = keyof typeof beginnings
type Drawn = { data: Buffer; info: { width: number; height: number } }

/** What a picture is by its first bytes; null for everything else, whatever it is called. */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const found = Object.entries(beginnings).find(([, beginning]) => beginning.test(start))

  return (found?.[0] as PictureKind | undefined) ?? null
}

/**
 * Whether a file is a photo as iPhones take them, which no decoder of ours opens: it is refused by
 * its name, so that people know what to send instead.
 */
export const isHeic = (bytes: Uint8Array): boolean =>
  /^[^]{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(
    Buffer.from(bytes.subarray(0, 16)).toString('latin1'),
  )

/**
 * A still picture decoded, turned upright, scaled to the longest side and written anew as WebP
 * without its metadata; or why not.
 */
export async function drawAnew(
  bytes: Uint8Array,
  { megapixels, side, quality = 82 }: { megapixels: number; side: number; quality?: number },
): Promise<Drawn | 'too large' | 'moving' | 'broken'> {
  const { default: sharp } = await import('sharp')
  try {
    const picture: Sharp = sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 })
    const head = await picture.metadata()
    if ((head.pages ?? 1) > 1) return 'moving'
    // The head alone gives the size: a small file that would fill the memory is refused before it
    // is decoded.
    if (head.width * head.height > megapixels * 1_000_000) return 'too large'

    return await picture
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true })
  } catch {
    return 'broken'
  }
}

/** How wide a picture is to its height; null when it is none. */
export async function ratioOf(bytes: Uint8Array): Promise<number | null> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes)
    .metadata()
    .then(({ width, height }) => width / height)
    .catch(() => null)
}

type Size = { width: number; height: number }

/** A part of a picture that was drawn by drawAnew, scaled down to a width; never up. */
export async function cutPicture(
  bytes: Uint8Array,
  {
    part,
    width,
    format,
  }: {
    part(whole: Size): Size & { left: number; top: number }
    width: number
    format: 'avif' | 'webp'
  },
): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { failOn: 'error' })
  const { width: w, height: h } = await picture.metadata()
  const cut = picture
    .extract(part({ width: w, height: h }))
    .resize({ width, withoutEnlargement: true })

  return format === 'avif'
    ? cut.avif({ quality: 58, effort: 3 }).toBuffer()
    : cut.webp({ quality: 80 }).toBuffer()
}
