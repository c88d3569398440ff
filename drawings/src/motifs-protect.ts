import {
  body,
  box,
  glow,
  glowBody,
  line,
  polar,
  polygon,
  ring,
  solid,
  times,
  tone,
  type Look,
  type Point,
} from './shapes.ts'

const shieldPath = (s: number): string =>
  `M0 ${-150 * s}C${40 * s} ${-122 * s} ${82 * s} ${-108 * s} ${122 * s} ${-106 * s}` +
  `V${-6 * s}C${122 * s} ${72 * s} ${66 * s} ${122 * s} 0 ${152 * s}` +
  `C${-66 * s} ${122 * s} ${-122 * s} ${72 * s} ${-122 * s} ${-6 * s}` +
  `V${-106 * s}C${-82 * s} ${-108 * s} ${-40 * s} ${-122 * s} 0 ${-150 * s}z`

/** The right half of a shield. */
const shieldHalf = (s: number): string =>
  `M0 ${-150 * s}C${40 * s} ${-122 * s} ${82 * s} ${-108 * s} ${122 * s} ${-106 * s}` +
  `V${-6 * s}C${122 * s} ${72 * s} ${66 * s} ${122 * s} 0 ${152 * s}z`

const keyholePath = 'M-26 70L-16 10A38 38 0 1 1 16 10L26 70z'

const polarPoint = (r: number, degrees: number, center?: Point): Point => {
  const [x, y] = polar(r, degrees, center).split(' ').map(Number)
  return [x!, y!]
}

/** Row, left edge, width and look of the bricks of a wall. */
const bricks: readonly (readonly [row: number, x: number, width: number, draw: Look])[] = [
  [0, -156, 96, body],
  [0, -52, 96, tone],
  [0, 52, 104, body],
  [1, -156, 44, tone],
  [1, -104, 96, body],
  [1, 0, 96, glowBody],
  [1, 104, 52, body],
  [2, -156, 96, body],
  [2, -52, 96, tone],
  [2, 52, 104, body],
  [3, -156, 44, tone],
  [3, -104, 96, body],
  [3, 0, 96, tone],
  [3, 104, 52, body],
]

/** Motifs of the categories antivirus and vpn. */
export const protectMotifs: Record<string, string> = {
  'categoria-antivirus': body(shieldPath(1)) + tone(shieldHalf(1)) + glowBody(keyholePath),

  sentivar: tone(shieldPath(1)) + body(shieldPath(0.72)) + glow('M-42 -4L-8 34L50 -38'),

  'sentivar-total':
    line(times(5, (i) => `M0 0L${polar(134, i * 72)}`)) +
    times(5, (i) => (i ? body : glowBody)(ring(...polarPoint(134, i * 72), 34))) +
    tone(shieldPath(0.58)) +
    glow('M-24 -2L-6 20L28 -22'),

  muralvetor:
    times(14, (i) => {
      const [row, x, width, draw] = bricks[i]!
      return draw(box([x, -142 + row * 72], [width, 64], 4))
    }) + solid('M40 -22l5 -22a12 12 0 1 1 6 0l5 22z'),

  cofrelia:
    line('M-96 120v34M96 120v34') +
    body(box([-146, -144], [292, 266], 26)) +
    tone(ring(0, -11, 92)) +
    body(ring(0, -11, 52)) +
    line(times(12, (i) => `M${polar(76, i * 30, [0, -11])}L${polar(80, i * 30, [0, -11])}`)) +
    glow(times(3, (i) => `M0 -11L${polar(46, i * 120 + 40, [0, -11])}`)) +
    line('M-146 -70h-16M-146 50h-16'),

  'categoria-vpn':
    body(ring(-18, -18, 132)) +
    line('M-150 -18H114M-18 -150C-92 -84 -92 48 -18 114C56 48 56 -84 -18 -150') +
    line('M40 34v-26a44 44 0 0 1 88 0v26') +
    glowBody(box([16, 34], [136, 112], 14)) +
    solid('M75 116l4 -26a15 15 0 1 1 10 0l4 26z'),

  tunelvivo: times(4, (i) =>
    [tone, body, tone, glowBody][i]!(
      `M${-156 + i * 38} 140V${-2 + i * 30}a${156 - i * 38} ${142 - i * 34} 0 0 1 ${312 - i * 76} 0V140z`,
    ),
  ),

  'tunelvivo-anual':
    tone(ring(0, 0, 156)) +
    line(times(12, (i) => `M${polar(134, i * 30)}L${polar(138, i * 30)}`)) +
    body('M-92 78V0a92 92 0 0 1 184 0V78z') +
    tone('M-56 78V10a56 56 0 0 1 112 0V78z') +
    glowBody('M-22 78V22a22 22 0 0 1 44 0V78z'),

  apelido:
    body(box([-156, -110], [312, 216], 14)) +
    tone('M-156 -96L0 30L156 -96a14 14 0 0 0 -14 -14H-142a14 14 0 0 0 -14 14z') +
    glowBody(ring(92, 78, 68)) +
    line(ring(92, 78, 18)) +
    line('M110 60v22a15 15 0 0 0 28 -6a46 46 0 1 0 -18 38'),

  cortina:
    [-1, 1].map(curtain).join('') +
    line('M-164 -134H164') +
    glowBody(polygon(6, 62, 0, [0, 60])) +
    line('M-24 60L-6 80L28 40'),
}

/** Three folds of a curtain, the left one or its mirror image. */
function curtain(side: number): string {
  const at = (x: number, y: number) => `${x * side} ${y}`
  const fold = (outer: string, innerEdge: string) => `M${outer}${innerEdge}z`

  return (
    tone(
      fold(
        `${at(150, -128)}C${at(150, -40)} ${at(156, 60)} ${at(156, 146)}H${92 * side}`,
        `C${at(104, 50)} ${at(112, -40)} ${at(112, -128)}`,
      ),
    ) +
    body(
      fold(
        `${at(112, -128)}C${at(112, -40)} ${at(104, 60)} ${at(98, 146)}H${50 * side}`,
        `C${at(66, 50)} ${at(74, -40)} ${at(74, -128)}`,
      ),
    ) +
    tone(
      fold(
        `${at(74, -128)}C${at(74, -60)} ${at(66, 20)} ${at(60, 60)}`,
        `C${at(36, 40)} ${at(30, -40)} ${at(30, -128)}`,
      ),
    )
  )
}
