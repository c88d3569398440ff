import {
  arc,
  body,
  box,
  cover,
  glow,
  glowSolid,
  hint,
  line,
  polar,
  polygon,
  ring,
  solid,
  times,
} from './shapes.ts'

const shieldPath = (s: number): string =>
  `M0 ${-150 * s}C${40 * s} ${-122 * s} ${82 * s} ${-108 * s} ${122 * s} ${-106 * s}` +
  `V${-6 * s}C${122 * s} ${72 * s} ${66 * s} ${122 * s} 0 ${152 * s}` +
  `C${-66 * s} ${122 * s} ${-122 * s} ${72 * s} ${-122 * s} ${-6 * s}` +
  `V${-106 * s}C${-82 * s} ${-108 * s} ${-40 * s} ${-122 * s} 0 ${-150 * s}z`

const padlockMotif = (x: number, y: number, s: number): string =>
  cover(box([x - 46 * s, y - 10 * s], [92 * s, 74 * s], 14 * s)) +
  line(`M${x - 28 * s} ${y - 10 * s}v${-22 * s}a${28 * s} ${28 * s} 0 0 1 ${56 * s} 0v${22 * s}`) +
  glowSolid(ring(x, y + 20 * s, 10 * s)) +
  glow(`M${x} ${y + 24 * s}v${18 * s}`)

const globeMotif = line('M-110 0H110') + line('M0 -110C-58 -60 -58 60 0 110C58 60 58 -60 0 -110')

/** Motifs of the categories antivirus and vpn. */
export const protectMotifs: Record<string, string> = {
  'categoria-antivirus':
    hint(shieldPath(1.15)) +
    body(shieldPath(1)) +
    body(ring(0, -26, 40)) +
    line('M0 14V92') +
    glow('M0 58h28M0 88h36'),

  sentivar: body(shieldPath(1)) + line(shieldPath(0.72)) + glow('M-44 -4L-10 32L52 -40'),

  'sentivar-total':
    times(5, (i) => hint(`M0 0L${polar(158, i * 72)}`)) +
    cover(shieldPath(0.66)) +
    glow('M-26 -2L-6 20L32 -24') +
    times(5, (i) => cover(ring(...polarPoint(150, i * 72), 21))) +
    times(5, (i) => solid(ring(...polarPoint(150, i * 72), 6))),

  muralvetor:
    times(4, (row) =>
      (row % 2
        ? [
            [-150, 33],
            [-109, 69],
            [-32, 69],
            [45, 69],
            [122, 28],
          ]
        : [
            [-150, 70],
            [-72, 70],
            [6, 70],
            [84, 66],
          ]
      )
        .map(([x, w], i) =>
          (row === 1 && i === 2 ? glow : body)(box([x!, -126 + row * 64], [w!, 54], 7)),
        )
        .join(''),
    ) +
    glowSolid(ring(2.5, -40, 8)) +
    glow('M2.5 -36v14') +
    hint('M-172 144H172'),

  cofrelia:
    body(box([-140, -140], [280, 260], 30)) +
    line('M-92 120v28M92 120v28') +
    line(ring(0, -10, 76)) +
    times(12, (i) => hint(`M${polar(58, i * 30, [0, -10])}L${polar(66, i * 30, [0, -10])}`)) +
    glow(ring(0, -10, 20)) +
    glow(
      times(3, (i) => `M${polar(20, i * 120 + 40, [0, -10])}L${polar(48, i * 120 + 40, [0, -10])}`),
    ) +
    line('M-140 -70h-14M-140 50h-14'),

  'categoria-vpn':
    hint(arc(168, 210, 510)) + body(ring(0, 0, 110)) + globeMotif + padlockMotif(62, 52, 1.05),

  tunelvivo:
    hint('M-170 132H170') +
    times(4, (i) =>
      (i === 3 ? glow : body)(
        `M${-150 + i * 38} 132V${-12 + i * 22}a${150 - i * 38} ${134 - i * 32} 0 0 1 ${300 - i * 76} 0V132`,
      ),
    ) +
    glowSolid(ring(0, 112, 9)),

  'tunelvivo-anual':
    hint(arc(160, -150, 150)) +
    times(12, (i) => (i < 9 ? line : hint)(`M${polar(146, i * 30)}L${polar(162, i * 30)}`)) +
    body('M-96 84V0a96 96 0 0 1 192 0V84z') +
    line('M-54 84V6a54 54 0 0 1 108 0V84') +
    glow('M-18 84V14a18 18 0 0 1 36 0V84') +
    hint('M-130 84H130'),

  apelido:
    body(box([-150, -92], [300, 204], 22)) +
    line('M-140 -78L0 34L140 -78') +
    cover(ring(92, 86, 60)) +
    glow(ring(92, 86, 17)) +
    glow('M109 70v22a15 15 0 0 0 28 -6a46 46 0 1 0 -20 34'),

  cortina:
    line('M-166 -130H166') +
    times(
      3,
      (i) =>
        body(
          `M${-150 + i * 26} -130C${-146 + i * 26} -40 ${-152 + i * 22} 60 ${-150 + i * 18} 130` +
            `h${44 - i * 6}C${-98 + i * 20} 50 ${-96 + i * 24} -40 ${-104 + i * 26} -130z`,
        ) +
        body(
          `M${150 - i * 26} -130C${146 - i * 26} -40 ${152 - i * 22} 60 ${150 - i * 18} 130` +
            `h${-44 + i * 6}C${98 - i * 20} 50 ${96 - i * 24} -40 ${104 - i * 26} -130z`,
        ),
    ) +
    glow(polygon(6, 56, 0, [0, 14])) +
    glow('M-20 14L-4 30L24 -2'),
}

function polarPoint(r: number, degrees: number): [number, number] {
  const [x, y] = polar(r, degrees).split(' ').map(Number)
  return [x!, y!]
}
