// Simplifies the outlines of a font, which have more curves than a picture of 800 points needs.

type Point = readonly [x: number, y: number]

/** A step of a path; `bend` is the control point of a curve. */
type Step = { name: 'M' | 'L' | 'Q' | 'Z'; bend?: Point; to: Point }

/**
 * The largest distance of a merged curve from the point where the two curves met, in units of the
 * outline.
 */
const invisibleOffset = 0.45

/** An outline with whole units and with curves merged where the difference is invisible. */
export function simplifyOutline(path: string): string {
  let simplified = ''
  let penPosition: Point = [0, 0]
  let lastCommand = ''

  for (const { name, bend, to } of mergeCurves(parseSteps(path))) {
    const endPoint: Point = [Math.round(to[0]), Math.round(to[1])]
    // The first point of an outline is absolute, since z moves the pen back to the start of the
    // previous outline.
    const origin: Point = name === 'M' ? [0, 0] : penPosition

    const coordinates = [...(bend ? [bend] : []), ...(name === 'Z' ? [] : [endPoint])].flatMap(
      ([x, y]) => [Math.round(x) - origin[0], Math.round(y) - origin[1]],
    )

    // Rounding can shorten a step to nothing; such a step is left out.
    if ((name === 'L' || name === 'Q') && coordinates.every((number) => number === 0)) continue

    const command = name === 'M' ? name : name.toLowerCase()
    const writtenNumbers = coordinates
      .map((number, index) => (index && number >= 0 ? ` ${number}` : `${number}`))
      .join('')
    const separator = coordinates[0]! < 0 ? '' : ' '
    simplified += (command === lastCommand ? separator : command) + writtenNumbers
    lastCommand = command
    penPosition = endPoint
  }

  return simplified
}

function parseSteps(path: string): Step[] {
  return [...path.matchAll(/([MLQZ])([^MLQZ]*)/g)].map(([, name, numbers = '']) => {
    const points = (numbers.match(/-?[\d.]+/g) ?? []).map(Number)
    const to: Point = [points.at(-2) ?? 0, points.at(-1) ?? 0]
    const step = { name: name as Step['name'], to }

    return name === 'Q' ? { ...step, bend: [points[0]!, points[1]!] as const } : step
  })
}

/** Merges two consecutive curves if the merged curve passes near the point where the two met. */
function mergeCurves(steps: readonly Step[]): Step[] {
  const mergedSteps: Step[] = []

  for (const step of steps) {
    const previousStep = mergedSteps.at(-1)
    const startPoint = mergedSteps.at(-2)?.to
    const mergedStep = previousStep && startPoint && mergeTwo(startPoint, previousStep, step)
    if (mergedStep) mergedSteps[mergedSteps.length - 1] = mergedStep
    else mergedSteps.push(step)
  }

  return mergedSteps
}

/**
 * One curve instead of two: the start direction of the first and the end direction of the second.
 * Null when the curve is too far from the point where the two meet.
 */
function mergeTwo(start: Point, first: Step, second: Step): Step | null {
  if (!first.bend || !second.bend) return null

  const bend = rayCrossing(start, first.bend, second.to, second.bend)
  if (!bend) return null

  const [x, y] = [0, 1].map((i) => (start[i]! + 2 * bend[i]! + second.to[i]!) / 4)
  const offset = Math.hypot(x! - first.to[0], y! - first.to[1])

  return offset < invisibleOffset ? { name: 'Q', bend, to: second.to } : null
}

/** The crossing of the rays from a through b and from c through d; null without one. */
function rayCrossing(a: Point, b: Point, c: Point, d: Point): Point | null {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]]
  const determinant = ux * vy - uy * vx
  if (Math.abs(determinant) < 1e-6) return null

  const alongFirst = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / determinant
  const alongSecond = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / determinant

  return alongFirst > 0 && alongSecond > 0 ? [a[0] + alongFirst * ux, a[1] + alongFirst * uy] : null
}
