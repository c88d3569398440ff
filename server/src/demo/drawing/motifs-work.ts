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
  ring,
  solid,
  times,
} from './shapes.ts'

const screenMotif = (y = -130): string =>
  body(box([-160, y], [320, 214], 20)) + line(`M-50 ${y + 262}H50M0 ${y + 214}v48`)

/** Motifs of the categories sistemas and desenvolvimento. */
export const workMotifs: Record<string, string> = {
  'categoria-sistemas':
    screenMotif() +
    body(box([-122, -94], [110, 64], 8)) +
    body(box([10, -94], [112, 142], 8)) +
    glow(box([-122, -12], [110, 60], 8)),

  'plenaria-pro':
    hint(ring(0, 0, 162)) +
    times(4, (i) =>
      (i === 1 ? glow : body)(box([i % 2 ? 10 : -118, i < 2 ? -118 : 10], [108, 108], 22)),
    ) +
    glowSolid(ring(64, -64, 12)) +
    solid(box([-82, 46], [36, 36], 8)),

  'plenaria-casa':
    body('M-112 -43.4L0 -140L112 -43.4V136H-112z') +
    line('M-160 -2L0 -140L160 -2') +
    times(4, (i) => (i === 2 ? glow : line)(box([i % 2 ? 6 : -56, i < 2 ? -26 : 36], [50, 50], 9))),

  escribano:
    body(box([-64, -150], [190, 244], 16)) +
    cover(box([-120, -112], [196, 250], 16)) +
    line('M-84 -66H36M-84 -26H36') +
    glow('M-82 94V56M-42 94V20M-2 94V38M38 94V6') +
    hint('M-84 114H44'),

  guardavolta:
    hint(arc(158, 30, 330)) +
    body(ring(0, 0, 112)) +
    line(ring(0, 0, 34)) +
    solid(ring(0, 0, 9)) +
    hint(arc(72, 200, 260)) +
    hint(arc(90, 200, 260)) +
    glow(arc(146, -60, 190)) +
    glow('M-140 -30L-128 -76L-84 -62'),

  'categoria-desenvolvimento':
    body(box([-164, -124], [328, 248], 20)) +
    line('M-164 -76H164') +
    times(3, (i) => solid(ring(-136 + i * 28, -100, 7))) +
    line('M-112 -26L-66 12L-112 50') +
    glow('M-34 56H50') +
    hint('M-34 -14H96M-34 20H60'),

  forja:
    body(
      'M-164 -30H-84V-44H116V-12C76 -10 44 6 40 40C38 62 62 70 78 76V112H-82V76C-66 70 -42 62 -44 40C-48 8 -110 18 -164 -30z',
    ) +
    glow('M-54 -138L-92 -108L-54 -78M54 -138L92 -108L54 -78M14 -150L-14 -66') +
    hint('M136 -40l22 -12M142 -14h26M134 10l20 14M-120 112H120'),

  consultara:
    times(3, (i) => cover(`M-118 ${-92 + i * 66}v46c0 26 236 26 236 0v-46`)) +
    cover('M-118 -92c0 -44 236 -44 236 0c0 44 -236 44 -236 0z') +
    cover(ring(74, 62, 52)) +
    glow(ring(74, 62, 52)) +
    glow('M112 100L154 142') +
    hint('M52 62h44M52 46h30M52 78h36'),

  depurim:
    times(4, (row) =>
      [
        [[-150, 300]],
        [
          [-150, 176],
          [38, 96],
        ],
        [
          [-120, 110],
          [38, 58],
        ],
        [[-96, 56]],
      ]
        [row]!.map(([x, w]) => (row === 3 ? glow : body)(box([x!, 94 - row * 62], [w!, 50], 8)))
        .join(''),
    ) +
    glowSolid(ring(-68, -118, 12)) +
    glow('M-68 -106V-90') +
    hint('M-166 160H166'),

  mentoria:
    body(
      'M-126 -128h166a28 28 0 0 1 28 28v76a28 28 0 0 1 -28 28H-66l-46 44V4h-14a28 28 0 0 1 -28 -28v-76a28 28 0 0 1 28 -28z',
    ) +
    line('M-80 -94L-112 -62L-80 -30M-6 -94L26 -62L-6 -30M-30 -104L-56 -20') +
    cover(
      'M-6 10h132a28 28 0 0 1 28 28v46a28 28 0 0 1 -28 28h-8v40l-42 -40h-82a28 28 0 0 1 -28 -28v-46a28 28 0 0 1 28 -28z',
    ) +
    glow('M26 62L52 86L100 38'),

  arrebol:
    body(box([-160, -118], [320, 236], 20)) +
    glow(arc(76, -90, 90, [0, 66])) +
    times(5, (i) =>
      hint(`M${polar(96, -72 + i * 36, [0, 66])}L${polar(120, -72 + i * 36, [0, 66])}`),
    ) +
    line('M-128 66H128') +
    line('M-124 -82l26 24l-26 24'),
}
