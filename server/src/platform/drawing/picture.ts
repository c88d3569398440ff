import type { Sharp } from 'sharp'

/**
 * First bytes of the supported picture formats. Files of other formats (SVG, PDF, TIFF …) reach no
 * decoder.
 */
const signatures = {
  png: /^\x89PNG\r\n\x1a\n/,
  jpeg: /^\xff\xd8\xff/,
  webp: /^RIFF[^]{4}WEBP/,
  gif: /^GIF8[79]a/,
  avif: /^[^]{4}ftypavi[fs]/,
} as const

type PictureKind = keyof typeof signatures
type Drawn = { data: Buffer; info: { width: number; height: number } }

/** A picture's format by its first bytes, not by its name; null for other formats. */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  const firstBytes = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const matchingSignature = Object.entries(signatures).find(([, beginning]) =>
    beginning.test(firstBytes),
  )

  return (matchingSignature?.[0] as PictureKind | undefined) ?? null
}

/**
 * Whether a file is an iPhone photo (HEIC), which our decoder cannot open. The refusal names the
 * format, so that people know to convert the photo.
 */
export const isHeic = (bytes: Uint8Array): boolean =>
  /^[^]{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(
    Buffer.from(bytes.subarray(0, 16)).toString('latin1'),
  )

/**
 * Decodes a still picture and writes it as WebP: upright, scaled to the longest side, without
 * metadata. Returns the reason when the picture is refused.
 */
export async function redrawPicture(
  bytes: Uint8Array,
  { megapixels, side, quality = 82 }: { megapixels: number; side: number; quality?: number },
): Promise<Drawn | 'too large' | 'moving' | 'broken'> {
  const { default: sharp } = await import('sharp')
  try {
    const picture: Sharp = sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 })
    const metadata = await picture.metadata()
    if ((metadata.pages ?? 1) > 1) return 'moving'
    // Refuses a decompression bomb by the size in the header, before decoding it.
    if (metadata.width * metadata.height > megapixels * 1_000_000) return 'too large'

    return await picture
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true })
  } catch {
    return 'broken'
  }
}

/** Width divided by height; null when the bytes are no picture. */
export async function aspectRatioOf(bytes: Uint8Array): Promise<number | null> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes)
    .metadata()
    .then(({ width, height }) => width / height)
    .catch(() => null)
}

type Size = { width: number; height: number }

/** A part of a picture from `redrawPicture`, scaled down to `width` but never up. */
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
  const sourcePicture = sharp(bytes, { failOn: 'error' })
  const { width: fullWidth, height: fullHeight } = await sourcePicture.metadata()
  const croppedPicture = sourcePicture
    .extract(part({ width: fullWidth, height: fullHeight }))
    .resize({ width, withoutEnlargement: true })

  return format === 'avif'
    ? croppedPicture.avif({ quality: 58, effort: 3 }).toBuffer()
    : croppedPicture.webp({ quality: 80 }).toBuffer()
}
