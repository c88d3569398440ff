import type { Cut } from '@chaveiro/contracts/picture-sets'
import {
  cutRatios,
  middle,
  partOf,
  uploadAt,
  uploadOf,
  type Focus,
} from '@chaveiro/contracts/pictures'
import { Crosshair } from 'lucide-react'
import { useId, useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'

type Size = { width: number; height: number }

/** Where the part that is cut stands, as the browser places a picture within a frame. */
function placeOf(size: Size, cut: Cut, focus: Focus): string {
  const part = partOf(size, cutRatios[cut], focus)
  const along = (from: number, rest: number) => (rest > 0 ? (from / rest) * 100 : 50)
  const x = along(part.left, size.width - part.width)
  const y = along(part.top, size.height - part.height)

  return `${x.toFixed(2)}% ${y.toFixed(2)}%`
}

/** A cut as the shop will show it, before it is made. */
function Preview({ src, cut, size, focus }: { src: string; cut: Cut; size: Size; focus: Focus }) {
  const { t } = useTranslation('admin')
  return (
    <figure className="grid content-start gap-1.5">
      <img
        src={src}
        alt={t(`kit.focus.${cut}`)}
        data-cut={cut}
        style={{ objectPosition: placeOf(size, cut, focus) }}
        className={join(
          'w-full rounded-md bg-raised object-cover',
          cut === 'square' ? 'aspect-square' : 'aspect-4/3',
        )}
      />

      <figcaption aria-hidden className="text-xs text-muted">
        {t(`kit.focus.${cut}`)}
      </figcaption>
    </figure>
  )
}

/** One way across the picture, by keys and arrows in steps of a hundredth. */
function Slider({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange(value: number): void
}) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="flex justify-between gap-3 text-sm font-medium">
        {label}
        <span aria-hidden className="text-muted tabular-nums">
          {value}%
        </span>
      </label>

      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={1}
        value={value}
        aria-valuetext={`${value}%`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-9 w-full accent-accent"
      />
    </div>
  )
}

/** The whole picture with the mark on its point; a press on it moves the point there. */
function Whole({
  src,
  focus,
  onPick,
  onSize,
}: {
  src: string
  focus: Focus
  onPick(focus: Focus): void
  onSize(size: Size): void
}) {
  const { t } = useTranslation('admin')

  const pick = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (at: number, from: number, length: number) =>
      Math.round(Math.min(Math.max((at - from) / length, 0), 1) * 100)

    onPick({
      x: share(event.clientX, box.left, box.width),
      y: share(event.clientY, box.top, box.height),
    })
  }

  return (
    // Who has no pointer moves the point with the two sliders beside it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      data-focus
      onClick={pick}
      className="relative w-fit max-w-full cursor-crosshair self-start overflow-hidden rounded-md"
    >
      <img
        src={src}
        alt={t('kit.focus.whole')}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          onSize({ width: naturalWidth, height: naturalHeight })
        }
        className="block max-h-64 max-w-full bg-raised"
      />

      <span
        aria-hidden
        style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
        className="pointer-events-none absolute -translate-1/2 rounded-full bg-black/60 p-1 text-white"
      >
        <Crosshair size={22} />
      </span>
    </div>
  )
}

/**
 * The point of an uploaded picture that every cut of it shows, with both cuts as they will be. It
 * stands in the picture's address; a picture from elsewhere is not cut and has none.
 */
export function FocalPoint({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('admin')
  const [size, setSize] = useState<Size>({ width: 4, height: 3 })
  const upload = uploadOf(value)
  if (!upload) return null

  const { hash, focus } = upload
  const src = `/uploads/${hash}.webp`
  const move = (part: Partial<Focus>) => onChange(uploadAt({ hash, focus: { ...focus, ...part } }))

  return (
    <fieldset className="col-span-full grid gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-semibold">{t('kit.focus.title')}</legend>
      <p className="text-sm text-muted">{t('kit.focus.text')}</p>

      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <Whole key={hash} src={src} focus={focus} onPick={move} onSize={setSize} />
        <div className="grid grid-cols-[3fr_4fr] content-start gap-3">
          <Preview src={src} cut="square" size={size} focus={focus} />
          <Preview src={src} cut="wide" size={size} focus={focus} />
        </div>
      </div>

      <div className="grid items-end gap-x-4 gap-y-2 sm:grid-cols-[1fr_1fr_auto]">
        <Slider label={t('kit.focus.across')} value={focus.x} onChange={(x) => move({ x })} />
        <Slider label={t('kit.focus.down')} value={focus.y} onChange={(y) => move({ y })} />

        <Button
          disabled={focus.x === middle.x && focus.y === middle.y}
          onClick={() => move(middle)}
        >
          {t('kit.focus.middle')}
        </Button>
      </div>
    </fieldset>
  )
}
