// The outlines of a font are told by more curves than a picture of 800 points needs.

type Point = readonly [x: number, y: number]

/** A curve to a point, bent by another one; a straight line has none. */
type Step = { name: 'M' | 'L' | 'Q' | 'Z'; bend?: Point; to: Point }

/** How far a curve may be from the two that it stands for, in units of the outline. */
const unseen = 0.45

/** An outline in whole units and as few curves as nobody tells from all of them. */
export function slim(path: string): string {
  let text = ''
  let pen: Point = [0, 0]
  let last = ''

  for (const { name, bend, to } of merged(stepsOf(path))) {
    const end: Point = [Math.round(to[0]), Math.round(to[1])]
    // The first point of an outline stands for itself, as the pen's place after z is elsewhere.
    const from: Point = name === 'M' ? [0, 0] : pen

    const numbers = [...(bend ? [bend] : []), ...(name === 'Z' ? [] : [end])].flatMap(([x, y]) => [
      Math.round(x) - from[0],
      Math.round(y) - from[1],
    ])

    // What is too small to be seen is left out.
    if ((name === 'L' || name === 'Q') && numbers.every((number) => number === 0)) continue

    const command = name === 'M' ? name : name.toLowerCase()
    const written = numbers
      .map((number, index) => (index && number >= 0 ? ` ${number}` : `${number}`))
      .join('')
    const gap = numbers[0]! < 0 ? '' : ' '
    text += (command === last ? gap : command) + written
    last = command
    pen = end
  }

  return text
}

function stepsOf(path: string): Step[] {
  return [...path.matchAll(/([MLQZ])([^MLQZ]*)/g)].map(([, name, numbers = '']) => {
    const points = (numbers.match(/-?[\d.]+/g) ?? []).map(Number)
    const to: Point = [points.at(-2) ?? 0, points.at(-1) ?? 0]
    const step = { name: name as Step['name'], to }

    return name === 'Q' ? { ...step, bend: [points[0]!, points[1]!] as const } : step
  })
}

/** Curves that follow each other become one as long as it passes where they met. */
function merged(steps: readonly Step[]): Step[] {
  const kept: Step[] = []

  for (const step of steps) {
    const before = kept.at(-1)
    const start = kept.at(-2)?.to
    const both = before && start && one(start, before, step)
    if (both) kept[kept.length - 1] = both
    else kept.push(step)
  }

  return kept
}

/** The one curve that leaves as the first of two does and arrives as the second, if it is near. */
function one(start: Point, first: Step, second: Step): Step | null {
  if (!first.bend || !second.bend) return null

  const bend = crossing(start, first.bend, second.to, second.bend)
  if (!bend) return null

  const [x, y] = [0, 1].map((i) => (start[i]! + 2 * bend[i]! + second.to[i]!) / 4)
  const off = Math.hypot(x! - first.to[0], y! - first.to[1])

  return off < unseen ? { name: 'Q', bend, to: second.to } : null
}

/** Where the line from a through b meets the one from c through d, ahead of both. */
function crossing(a: Point, b: Point, c: Point, d: Point): Point | null {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]]
  const turn = ux * vy - uy * vx
  if (Math.abs(turn) < 1e-6) return null

  const along = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / turn
  const back = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / turn

  return along > 0 && back > 0 ? [a[0] + along * ux, a[1] + along * uy] : null
}
