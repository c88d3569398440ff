import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useSession } from '../../../state/session.ts'
import { useSite } from '../../../state/site.ts'
import { Figure } from './figure.tsx'
import { abbreviation } from './loading-clock.ts'
import { useHurry, useLoadingName } from './loading.ts'
import './fight.css'

const shortenName = (name: string) => (name.length > 14 ? `${name.slice(0, 13)}…` : name)

/** A name plate above a fighter. */
function NamePlate({ x, text }: { x: number; text: string }) {
  const plateWidth = Math.max(44, text.length * 11 + 24)
  return (
    <g className="plate" transform={`translate(${x} 92)`}>
      <rect x={-plateWidth / 2} y={-17} width={plateWidth} height={34} rx={17} />
      <text textAnchor="middle" y={6}>
        {text}
      </text>
    </g>
  )
}

/** The padlock, which cries over the fight. */
function Padlock() {
  return (
    <g transform="translate(320 300)">
      <g className="padlock">
        <path className="shackle" d="M-20 -44v-16a20 20 0 0 1 40 0v16" />
        <rect className="lock-body" x={-34} y={-46} width={68} height={56} rx={13} />
        <path className="brow" d="M-20 -30l11 -5M20 -30l-11 -5" />
        <circle className="eye" cx={-13} cy={-21} r={3.6} />
        <circle className="eye" cx={13} cy={-21} r={3.6} />
        <path className="mouth" d="M-10 0q10 -12 20 0" />
      </g>

      {[-1, 1].map((side) =>
        [0, 1, 2].map((drop) => (
          <g key={`${side}${drop}`} transform={`translate(${side * 16} -14)`}>
            <path
              className={`tear ${side < 0 ? 'tear-left' : 'tear-right'} tear-${drop}`}
              d="M0 -5c4 6 4 9 0 9s-4 -3 0 -9z"
            />
          </g>
        )),
      )}
    </g>
  )
}

function FoughtKey() {
  return (
    <g transform="translate(320 44)">
      <g className="key">
        <g className="key-turn">
          <circle cx={-17} r={11} />
          <line x1={-6} x2={28} />
          <line x1={18} x2={18} y2={10} />
          <line x1={27} x2={27} y2={12} />
        </g>
      </g>
    </g>
  )
}

/** Shop and customer fight for the key (S036, S037). */
export function Fight() {
  const { t } = useTranslation()
  const { siteName } = useSite()
  const { user } = useSession()
  const loadedName = useLoadingName()
  const isHurried = useHurry()
  const pictureRef = useRef<SVGSVGElement>(null)

  useEffect(() => {
    if (isHurried)
      for (const animation of pictureRef.current?.getAnimations({ subtree: true }) ?? [])
        animation.updatePlaybackRate(1.8)
  }, [isHurried])

  return (
    <svg
      ref={pictureRef}
      className="fight"
      viewBox="0 0 640 360"
      role="img"
      aria-label={t('loading.picture')}
    >
      <ellipse className="floor" cx={320} cy={312} rx={270} ry={22} />
      <Padlock />

      <g className="fighter-left" data-fighter="left">
        <g transform="translate(240 304) scale(1.35)">
          <Figure
            head={
              <>
                <circle r={19} />
                <path className="angry" d="M3 -9l11 4M4 8h9" />
              </>
            }
          />
        </g>

        <NamePlate x={232} text={abbreviation(siteName)} />
      </g>

      <g className="fighter-right" data-fighter="right">
        <g transform="translate(400 304) scale(-1.35 1.35)">
          <Figure
            head={
              <>
                <circle r={19} />
                <path className="angry" d="M3 -9l11 4M4 8h9" />
              </>
            }
          />
        </g>

        <NamePlate x={408} text={shortenName(loadedName ?? user?.name ?? t('loading.guest'))} />
      </g>

      <FoughtKey />

      <path
        className="hit hit-right"
        d="M0 -24l6 15 15 -6 -9 13 12 9 -16 1 0 16 -9 -12 -12 9 3 -15 -15 -4 13 -8z"
        transform="translate(388 176)"
      />

      <path
        className="hit hit-left"
        d="M0 -24l6 15 15 -6 -9 13 12 9 -16 1 0 16 -9 -12 -12 9 3 -15 -15 -4 13 -8z"
        transform="translate(262 222)"
      />
    </svg>
  )
}
