import {
  arc,
  body,
  box,
  glow,
  glowBody,
  hint,
  line,
  polar,
  ring,
  solid,
  times,
  tone,
} from './shapes.ts'

/** Left edge, top and width of the bars of a flame graph. */
const flameBars = [
  [-156, 90, 312],
  [-156, 28, 186],
  [44, 28, 112],
  [-120, -34, 116],
  [44, -34, 66],
] as const

/** Motifs of the categories sistemas and desenvolvimento. */
export const workMotifs: Record<string, string> = {
  'categoria-sistemas':
    line('M0 90v48M-62 142H62') +
    tone(box([-164, -134], [328, 224], 14)) +
    body(box([-128, -98], [120, 70], 4)) +
    body(box([16, -98], [112, 152], 4)) +
    glowBody(box([-128, -6], [120, 60], 4)),

  'plenaria-pro':
    times(4, (i) =>
      [tone, glowBody, body, tone][i]!(box([i % 2 ? 10 : -146, i < 2 ? -146 : 10], [136, 136], 22)),
    ) +
    solid(ring(78, -78, 20)) +
    solid(box([-98, 58], [40, 40], 6)),

  'plenaria-casa':
    tone('M-118 -40L0 -140L118 -40V142H-118z') +
    line('M-166 2L0 -140L166 2') +
    times(4, (i) =>
      (i === 2 ? glowBody : body)(box([i % 2 ? 6 : -62, i < 2 ? -22 : 46], [56, 56], 4)),
    ),

  escribano:
    tone(box([-50, -154], [190, 250], 10)) +
    body(box([-132, -114], [202, 268], 10)) +
    line('M-92 -64H30M-92 -24H30') +
    glow('M-86 116V70M-30 116V24M26 116V48'),

  guardavolta:
    tone(ring(0, 0, 150)) +
    body(ring(0, 0, 58)) +
    solid(ring(0, 0, 15)) +
    glow(arc(104, -40, 190)) +
    glowBody('M-108 -118L-100 -38L-26 -70z'),

  'categoria-desenvolvimento':
    body(box([-164, -130], [328, 260], 12)) +
    tone('M-164 -72V-118a12 12 0 0 1 12 -12H152a12 12 0 0 1 12 12V-72z') +
    solid(times(3, (i) => ring(-130 + i * 38, -101, 10))) +
    line('M-118 -22L-62 24L-118 70') +
    glow('M-22 76H98'),

  forja:
    tone(
      'M-164 -24H-84V-40H126V-4C80 -2 46 12 40 46C38 70 62 80 84 86V130H-88V86C-66 80 -42 70 -44 46C-48 14 -110 24 -164 -24z',
    ) + glow('M-58 -138L-100 -108L-58 -78M58 -138L100 -108L58 -78M16 -150L-16 -70'),

  consultara:
    times(3, (i) =>
      (i === 1 ? tone : body)(`M-134 ${88 - i * 74}v-46h236v46c0 40 -236 40 -236 0z`),
    ) +
    tone('M-134 -106c0 -46 236 -46 236 0c0 46 -236 46 -236 0z') +
    line('M102 106L156 160') +
    glowBody(ring(62, 64, 66)) +
    line('M30 46h64M30 82h40'),

  depurim:
    times(5, (i) => {
      const [x, y, width] = flameBars[i]!
      return (i % 2 ? body : tone)(box([x, y], [width, 54], 4))
    }) + glowBody('M-104 -34V-74C-104 -104 -62 -104 -74 -156C-34 -134 -16 -104 -22 -70V-34z'),

  mentoria:
    body(
      'M-136 -140h180a24 24 0 0 1 24 24v92a24 24 0 0 1 -24 24H-64l-52 48V0h-20a24 24 0 0 1 -24 -24v-92a24 24 0 0 1 24 -24z',
    ) +
    line('M-86 -100L-120 -70L-86 -40M-6 -100L28 -70L-6 -40M-34 -108L-58 -32') +
    tone(
      'M-8 18h144a24 24 0 0 1 24 24v62a24 24 0 0 1 -24 24h-10v44l-50 -44h-84a24 24 0 0 1 -24 -24v-62a24 24 0 0 1 24 -24z',
    ) +
    glow('M24 72L54 98L106 48'),

  arrebol:
    body(box([-164, -130], [328, 260], 12)) +
    glowBody(`${arc(88, -90, 90, [0, 76])}z`) +
    line(
      times(5, (i) => `M${polar(116, -72 + i * 36, [0, 76])}L${polar(132, -72 + i * 36, [0, 76])}`),
    ) +
    tone('M-164 76H164V118a12 12 0 0 1 -12 12H-152a12 12 0 0 1 -12 -12z') +
    line('M-130 -96l30 28l-30 28') +
    hint('M-76 -40h56'),
}
