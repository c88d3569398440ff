import { particles } from '@chaveiro/contracts/particles'

export type Dot = { x: number; y: number; vx: number; vy: number; r: number }
export type Field = { width: number; height: number; dots: Dot[] }

/** Randomly placed dots, each moving at 4 to 14 px per second. */
export function createField(
  width: number,
  height: number,
  random: () => number = Math.random,
): Field {
  const newDots = Array.from({ length: particles.count }, () => {
    const [angle, speed] = [random() * 2 * Math.PI, 4 + random() * 10]
    return {
      x: random() * width,
      y: random() * height,
      vx: Math.cos(angle) * speed,
      vy: Math.sin(angle) * speed,
      r: 1 + random() * 1.2,
    }
  })
  return { width, height, dots: newDots }
}

/**
 * Moves every dot; dots bounce at the edges. Long pauses count as 0.1 s, so that dots do not jump.
 */
export function moveDots(field: Field, seconds: number, speed: number): void {
  const elapsed = Math.min(seconds, 0.1) * speed
  for (const dot of field.dots) {
    dot.x += dot.vx * elapsed
    dot.y += dot.vy * elapsed

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

/** Scales the dots' positions to a new window size. */
export function resizeField(field: Field, width: number, height: number): void {
  for (const dot of field.dots) {
    dot.x *= width / (field.width || 1)
    dot.y *= height / (field.height || 1)
  }

  field.width = width
  field.height = height
}

/**
 * Calls back for every pair of dots nearer than 100 px; nearness is 0 at that distance and 1 at the
 * same point.
 */
export function eachLink(
  field: Field,
  visitLink: (a: Dot, b: Dot, nearness: number) => void,
): void {
  const { dots } = field
  const maxDistance = particles.linkPx

  // 3,160 pairs per frame, so nothing is allocated here.
  for (let i = 0; i < dots.length; i++) {
    const a = dots[i]!
    for (let j = i + 1; j < dots.length; j++) {
      const b = dots[j]!
      const dx = a.x - b.x
      const dy = a.y - b.y
      const squaredDistance = dx * dx + dy * dy
      if (squaredDistance < maxDistance * maxDistance)
        visitLink(a, b, 1 - Math.sqrt(squaredDistance) / maxDistance)
    }
  }
}
