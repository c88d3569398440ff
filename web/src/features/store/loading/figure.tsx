import type { ReactNode } from 'react'

function Bone({
  x,
  y,
  className,
  children,
}: {
  x: number
  y: number
  className?: string
  children?: ReactNode
}) {
  return (
    <g className={className}>
      <line x2={x} y2={y} />
      {children && <g transform={`translate(${x} ${y})`}>{children}</g>}
    </g>
  )
}

const placeAt = (x: number, y: number, bone: ReactNode) => (
  <g transform={`translate(${x} ${y})`}>{bone}</g>
)

/**
 * A stick figure at 0,0 that looks to the right. Each joint is the origin of its children, so that
 * CSS can rotate it.
 */
export function Figure({ head }: { head: ReactNode }) {
  return (
    <g className="figure">
      {placeAt(
        0,
        -54,
        <Bone x={-16} y={28} className="leg-back">
          <Bone x={-10} y={26} className="shin" />
        </Bone>,
      )}

      {placeAt(
        0,
        -54,
        <Bone x={17} y={26} className="leg-front">
          <Bone x={3} y={28} className="shin" />
        </Bone>,
      )}

      <g transform="translate(0 -54)">
        <g className="torso">
          <line y2={-56} />

          {placeAt(
            0,
            -46,
            <Bone x={14} y={22} className="arm-back">
              <Bone x={20} y={-16} className="fist" />
            </Bone>,
          )}

          {placeAt(
            0,
            -46,
            <Bone x={20} y={16} className="arm-front">
              <Bone x={18} y={-22} className="fist" />
            </Bone>,
          )}

          <g transform="translate(0 -75)">{head}</g>
        </g>
      </g>
    </g>
  )
}
