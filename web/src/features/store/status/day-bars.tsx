import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { date } from '../../../i18n/format.ts'
import {
  dayOf,
  daysBefore,
  kindOf,
  measuredShare,
  minutesInWords,
  type Day,
  type DayKind,
} from './day-words.ts'

// A bar is four wide and thirty-two high: what is up stands low, what was down stands out.
const [step, width, height] = [4, 3, 32]
const [top, foot] = [6, 28]

/**
 * The bar of a day. Each kind has a shape of its own, so that nobody needs the colours: whole,
 * parted, taller, hollow, a dot. A day of which a part was not seen is as much shorter.
 */
function Bar({ kind, share = 1, x = 0 }: { kind: DayKind; share?: number; x?: number }) {
  if (kind === 'down') return <rect x={x} y={0} width={width} height={height} fill="var(--bad)" />

  if (kind === 'degraded')
    return (
      <g fill="var(--wait)">
        <rect x={x} y={top} width={width} height={8} />
        <rect x={x} y={foot - 8} width={width} height={8} />
      </g>
    )

  if (kind === 'paused')
    return (
      <path
        d={`M${x} ${top}h${width}v${foot - top}h-${width}z`}
        fill="none"
        stroke="var(--muted)"
        strokeWidth={1}
        vectorEffect="non-scaling-stroke"
      />
    )

  if (kind === 'unknown')
    return <rect x={x} y={foot - 4} width={width} height={4} fill="var(--edge)" />

  const shown = Math.max(6, (foot - top) * share)

  return <rect x={x} y={foot - shown} width={width} height={shown} fill="var(--good)" />
}

/** A bar beside its word. */
export function LegendMark({ kind }: { kind: DayKind }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-5 w-1.5 shrink-0"
    >
      <Bar kind={kind} />
    </svg>
  )
}

/** Over the bars and unseen; without a thumb's width, so that a finger meets the bar it touches. */
const rangeClass =
  'absolute inset-0 m-0 size-full cursor-pointer touch-pan-y appearance-none opacity-0 ' +
  '[&::-moz-range-thumb]:w-px [&::-webkit-slider-thumb]:w-px ' +
  '[&::-webkit-slider-thumb]:appearance-none'

function useDayWords() {
  const { t } = useTranslation('status')
  return (day: Day): string => {
    if (kindOf(day) === 'unknown') return t('day.nothing')

    const troubles = (['down', 'degraded', 'paused', 'unknown'] as const)
      .filter((kind) => day[kind] > 0)
      .map((kind) => t(`day.${kind}`, { time: minutesInWords(day[kind]) }))
    const isFine = day.up > 0 && day.down + day.degraded === 0

    return (isFine ? [t('day.fine'), ...troubles] : troubles).join(', ')
  }
}

/**
 * The days of a service as bars. One control lies over them: a finger, a mouse or the arrow keys
 * choose a day, whose date and story stand beneath, and a screen reader says them (P197).
 */
export function DayBars({
  name,
  minutes,
  today,
}: {
  name: string
  minutes: readonly number[][]
  today: string
}) {
  const { t } = useTranslation('status')
  const inWords = useDayWords()
  const [chosen, setChosen] = useState<number | null>(null)
  const days = minutes.map(dayOf)
  const last = days.length - 1

  const said = (place: number) =>
    t('day.is', {
      day: date(`${daysBefore(today, last - place)}T12:00:00Z`, 'day', undefined, 'UTC'),
      what: inWords(days[place]!),
    })

  const shown = chosen === null ? null : Math.min(chosen, last)
  const summary = useSummary(days)

  return (
    <div className="grid gap-1 max-sm:mt-1">
      <div className={frameClass}>
        <Bars days={days} marked={shown} />

        <Chooser
          label={t('services.day', { part: name, summary })}
          text={said(shown ?? last)}
          place={shown ?? last}
          last={last}
          onChoose={setChosen}
        />
      </div>

      <p className="text-xs text-muted max-sm:min-h-[2lh]">
        {shown === null ? summary : <span className="text-ink">{said(shown)}</span>}
      </p>
    </div>
  )
}

const frameClass =
  'relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
  'has-focus-visible:outline-accent'

function Bars({ days, marked }: { days: readonly Day[]; marked: number | null }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${days.length * step} ${height + 4}`}
      preserveAspectRatio="none"
      className="h-9 w-full"
    >
      {days.map((day, place) => {
        const x = place * step
        return <Bar key={x} kind={kindOf(day)} share={measuredShare(day)} x={x} />
      })}
      {marked !== null && (
        <rect x={marked * step} y={height + 2} width={width} height={2} fill="var(--ink)" />
      )}
    </svg>
  )
}

/** What chooses a day: the browser's own slider, unseen, so that keys and readers know it. */
function Chooser({
  label,
  text,
  place,
  last,
  onChoose,
}: {
  label: string
  text: string
  place: number
  last: number
  onChoose(place: number | null): void
}) {
  return (
    <input
      type="range"
      min={0}
      max={last}
      value={place}
      aria-label={label}
      aria-valuetext={text}
      onChange={(event) => onChoose(event.target.valueAsNumber)}
      onFocus={() => onChoose(place)}
      onBlur={() => onChoose(null)}
      onPointerMove={({ currentTarget, clientX }) => {
        const { left, width: wide } = currentTarget.getBoundingClientRect()
        const pointed = Math.round(((clientX - left) / wide) * last)
        onChoose(Math.max(0, Math.min(last, pointed)))
      }}
      onPointerLeave={({ currentTarget, pointerType }) => {
        if (pointerType === 'mouse' && currentTarget !== document.activeElement) onChoose(null)
      }}
      className={rangeClass}
    />
  )
}

/** How many of the days were fine, had trouble, or are not known. */
function useSummary(days: readonly Day[]): string {
  const { t } = useTranslation('status')
  const kinds = days.map(kindOf)
  const count = (...of: DayKind[]) => kinds.filter((kind) => of.includes(kind)).length

  const said = [
    ['fine', count('up', 'paused')],
    ['trouble', count('down', 'degraded')],
    ['unknown', count('unknown')],
  ] as const

  return said
    .filter(([, of]) => of > 0)
    .map(([name, of]) => t(`days.${name}`, { count: of }))
    .join(', ')
}
