import { cutFormats, srcSetOf } from '@chaveiro/contracts/picture-sets'
import { useState } from 'react'

import { join } from './join.ts'

/**
 * Parts of a picture: a drawing of ours tells each by a name in its address, of an upload a cut is
 * chosen, others are cut as they are shown.
 */
export type Crop = 'square' | 'motif'

/**
 * A product or category picture, 4:3 or a crop of it, fetched before others when it is the first of
 * a page; without one, or when it fails to load, a key drawn in the category's colour.
 */
export function ProductImage({
  src,
  color,
  alt = '',
  className,
  crop,
  phoneCrop,
  eager = false,
  first = false,
  sizes = '20rem',
}: {
  src: string | null | undefined
  color: string
  alt?: string
  className?: string
  crop?: Crop
  /** The part of a drawing of ours that a phone shows instead, where its words would be too small. */
  phoneCrop?: Crop
  eager?: boolean
  first?: boolean
  /** How wide it is shown, for the choice among an upload's cuts; '' for the whole picture. */
  sizes?: string
}) {
  const [broken, setBroken] = useState(false)

  const frame = join(
    crop ? 'aspect-square' : 'aspect-4/3',
    'w-full overflow-hidden rounded-md bg-raised outline-1 -outline-offset-1 outline-line',
    className,
  )

  if (!src || broken) return <DrawnKey color={color} alt={alt} className={frame} />

  const shown = eager ? sizes : `auto,${sizes}`
  const [avif, webp] = setsOf(src, crop, sizes)

  return (
    <picture className="contents">
      <PhoneView src={src} crop={phoneCrop} />
      {avif && <source hidden type="image/avif" srcSet={avif} sizes={shown} />}

      <img
        src={viewOf(src, crop)}
        srcSet={webp}
        sizes={shown}
        alt={alt}
        width={400}
        height={300}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        onError={() => setBroken(true)}
        className={join(frame, 'object-cover')}
      />
    </picture>
  )
}

/** What a phone shows instead of a drawing of ours. */
const PhoneView = ({ src, crop }: { src: string; crop: Crop | undefined }) =>
  crop && src.endsWith('.svg') ? (
    <source hidden media="(width < 40rem)" srcSet={`${src}#${crop}`} />
  ) : null

/** A drawing of ours tells its parts by a name in the address. */
const viewOf = (src: string, crop: Crop | undefined) =>
  crop && src.endsWith('.svg') ? `${src}#${crop}` : src

/** The cuts of an upload in each format; none where the whole picture is shown. */
const setsOf = (src: string, crop: Crop | undefined, sizes: string) =>
  cutFormats.map((format) => sizes && srcSetOf(src, crop ? 'square' : 'wide', format))

/** A key in a category's colour. */
function DrawnKey({ color, alt, className }: { color: string; alt: string; className: string }) {
  return (
    <div
      className={className}
      style={{ color: /^#[0-9a-f]{3,8}$/i.test(color) ? color : undefined }}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      <svg
        viewBox="0 0 400 300"
        className="size-full"
        aria-hidden
        preserveAspectRatio="xMidYMid slice"
      >
        <rect width="400" height="300" fill="currentColor" opacity=".1" />
        <circle cx="330" cy="30" r="150" fill="currentColor" opacity=".09" />

        <g
          fill="none"
          stroke="currentColor"
          strokeWidth="14"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <circle cx="152" cy="128" r="42" />
          <path d="m183 159 78 78M229 205l22-22M252 228l18-18" />
        </g>

        <circle cx="152" cy="128" r="10" fill="currentColor" />
      </svg>
    </div>
  )
}
