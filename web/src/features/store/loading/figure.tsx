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

const at = (x: number, y: number, bone: ReactNode) => (
  <g transform={`translate(${x} ${y})`}>{bone}</g>
)

/**
 * A stick figure that looks to the right, standing at 0,0; each joint is the origin of what hangs
 * on it, so that styles can turn it.
 */
export function Figure({ head }: { head: ReactNode }) {
  return (
    <g className="figure">
      {at(
        0,
        -54,
        <Bone x={-16} y={28} className="leg-back">
          <Bone x={-10} y={26} className="shin" />
        </Bone>,
      )}

      {at(
        0,
        -54,
        <Bone x={17} y={26} className="leg-front">
          <Bone x={3} y={28} className="shin" />
        </Bone>,
      )}

      <g transform="translate(0 -54)">
        <g className="torso">
          <line y2={-56} />

          {at(
            0,
            -46,
            <Bone x={14} y={22} className="arm-back">
              <Bone x={20} y={-16} className="fist" />
            </Bone>,
          )}

          {at(
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
