import { particles } from '@chaveiro/contracts/particles'

export type Dot = { x: number; y: number; vx: number; vy: number; r: number }
export type Field = { width: number; height: number; dots: Dot[] }

/** Dots strewn over an area, each drifting on its own way at 4 to 14 px a second. */
export function strew(width: number, height: number, random: () => number = Math.random): Field {
  const dots = Array.from({ length: particles.count }, () => {
    const [angle, speed] = [random() * 2 * Math.PI, 4 + random() * 10]
    return {
      x: random() * width,
      y: random() * height,
      vx: Math.cos(angle) * speed,
      vy: Math.sin(angle) * speed,
      r: 1 + random() * 1.2,
    }
  })
  return { width, height, dots }
}

/** Move every dot on; at an edge it turns back. A tab that slept does not make them leap. */
export function drift(field: Field, seconds: number, speed: number): void {
  const step = Math.min(seconds, 0.1) * speed
  for (const dot of field.dots) {
    dot.x += dot.vx * step
    dot.y += dot.vy * step

    if (dot.x < 0 || dot.x > field.width) {
      dot.vx = dot.x < 0 ? Math.abs(dot.vx) : -Math.abs(dot.vx)
      dot.x = Math.min(field.width, Math.max(0, dot.x))
    }

    if (dot.y < 0 || dot.y > field.height) {
      dot.vy = dot.y < 0 ? Math.abs(dot.vy) : -Math.abs(dot.vy)
      dot.y = Math.min(field.height, Math.max(0, dot.y))
    }
  }
}

/** Fit the dots to a window of another size without strewing them anew. */
export function resize(field: Field, width: number, height: number): void {
  for (const dot of field.dots) {
    dot.x *= width / (field.width || 1)
    dot.y *= height / (field.height || 1)
  }

  field.width = width
  field.height = height
}

/**
 * Tell of every pair of dots nearer than 100 px, with its nearness from 0 (just linked) to 1 (on
 * one spot).
 */
export function eachLink(field: Field, tell: (a: Dot, b: Dot, nearness: number) => void): void {
  const { dots } = field
  const reach = particles.linkPx

  // 3,160 pairs a frame: nothing is allocated here.
  for (let i = 0; i < dots.length; i++) {
    const a = dots[i]!
    for (let j = i + 1; j < dots.length; j++) {
      const b = dots[j]!
      const dx = a.x - b.x
      const dy = a.y - b.y
      const square = dx * dx + dy * dy
      if (square < reach * reach) tell(a, b, 1 - Math.sqrt(square) / reach)
    }
  }
}
