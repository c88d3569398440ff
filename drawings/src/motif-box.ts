import type { Point } from './shapes.ts'

// Motifs differ in size, but posters show all of them equally large. So a poster needs the bounding
// box of its motif, which is computed from the motif's paths.

export type Box = { x: number; y: number; width: number; height: number }

/** The count of numbers that each path command takes. */
const arity: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, A: 7, Z: 0 }

/** The count of points that approximate a curve. */
const steps = 16

/** The box around the lines of a motif, without the width of its strokes. */
export function motifBox(motif: string): Box {
  const points = [...motif.matchAll(/ d="([^"]+)"/g)].flatMap(([, path]) => pointsOf(path!))
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]

  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** Points along a path, close enough for a box around it. */
function pointsOf(path: string): Point[] {
  const points: Point[] = []
  let pen: Point = [0, 0]
  let start: Point = [0, 0]

  for (const { command, numbers } of commandsOf(path)) {
    const isRelative = command === command.toLowerCase()
    const origin: Point = isRelative ? pen : [0, 0]
    const passed = passedPoints(command.toUpperCase(), { pen, start, origin, numbers })

    pen = passed.at(-1)!
    if (command.toUpperCase() === 'M') start = pen
    points.push(...passed)
  }

  return points
}

type Move = { pen: Point; start: Point; origin: Point; numbers: readonly number[] }

/** The points that one command passes; the last one is where the pen ends. */
function passedPoints(command: string, { pen, start, origin, numbers }: Move): Point[] {
  const pointAt = (index: number): Point => [
    origin[0] + numbers[index]!,
    origin[1] + numbers[index + 1]!,
  ]

  if (command === 'Z') return [start]
  if (command === 'H') return [[origin[0] + numbers[0]!, pen[1]]]
  if (command === 'V') return [[pen[0], origin[1] + numbers[0]!]]
  if (command === 'C') return curvePoints([pen, pointAt(0), pointAt(2), pointAt(4)])
  if (command === 'A') return arcPoints(pen, pointAt(5), numbers)

  return [pointAt(0)]
}

/** Points along a cubic curve. */
const curvePoints = ([a, b, c, d]: readonly [Point, Point, Point, Point]): Point[] =>
  Array.from({ length: steps }, (_, index) => {
    const t = (index + 1) / steps
    const u = 1 - t
    const at = (i: 0 | 1) =>
      u ** 3 * a[i] + 3 * u ** 2 * t * b[i] + 3 * u * t ** 2 * c[i] + t ** 3 * d[i]

    return [at(0), at(1)]
  })

/** Points along an arc of an upright ellipse. The centre is computed as SVG defines it. */
function arcPoints(from: Point, to: Point, numbers: readonly number[]): Point[] {
  const [rx, ry, , isLarge, isClockwise] = numbers as [number, number, number, number, number]
  const [dx, dy] = [(from[0] - to[0]) / 2 / rx, (from[1] - to[1]) / 2 / ry]
  const distance = Math.hypot(dx, dy)
  // An ellipse that is too small for its two points grows until it reaches them.
  const [growth, half] = [Math.max(1, distance), Math.min(1, distance)]
  const side = isLarge === isClockwise ? -1 : 1
  const lift = half ? (side * Math.sqrt(1 - half ** 2)) / half : 0
  const centre: Point = [
    (from[0] + to[0]) / 2 + lift * dy * rx,
    (from[1] + to[1]) / 2 - lift * dx * ry,
  ]

  const angleOf = ([x, y]: Point) => Math.atan2((y - centre[1]) / ry, (x - centre[0]) / rx)
  const first = angleOf(from)
  const turn = angleOf(to) - first
  const sweep = isClockwise
    ? (turn + 2 * Math.PI) % (2 * Math.PI)
    : -((2 * Math.PI - turn) % (2 * Math.PI))

  return Array.from({ length: steps }, (_, index) => {
    const angle = first + (sweep * (index + 1)) / steps

    return [centre[0] + rx * growth * Math.cos(angle), centre[1] + ry * growth * Math.sin(angle)]
  })
}

/** Each command with its numbers. More numbers than the command takes mean repeated commands. */
function* commandsOf(path: string): Generator<{ command: string; numbers: number[] }> {
  for (const [, command, text] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = (text!.match(/-?[\d.]+/g) ?? []).map(Number)
    const count = arity[command!.toUpperCase()]
    if (count === undefined) throw new Error(`no box for ${command} in ${path}`)

    if (!count) yield { command: command!, numbers: [] }
    for (let at = 0; count && at < numbers.length; at += count)
      yield { command: command!, numbers: numbers.slice(at, at + count) }
  }
}
