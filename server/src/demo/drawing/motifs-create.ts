import {
  body,
  box,
  cover,
  glow,
  glowSolid,
  hint,
  line,
  polygon,
  ring,
  solid,
  times,
} from './shapes.ts'

const keyMotif =
  body(ring(-84, 0, 66)) +
  line(ring(-84, 0, 24)) +
  line('M-18 0H160') +
  glow('M92 0v40M128 0v54M160 0v40')

/** Motifs of the category design, and the key of the category general. */
export const createMotifs: Record<string, string> = {
  'categoria-geral': hint(ring(0, 0, 166)) + keyMotif,

  'categoria-design':
    body(
      'M20 -140C-90 -150 -160 -80 -154 6C-148 84 -88 138 -10 138C40 138 26 96 16 74C4 46 24 24 60 26C120 30 156 6 150 -44C142 -100 92 -134 20 -140z',
    ) +
    solid(ring(-84, 20, 18)) +
    solid(ring(-70, -52, 18)) +
    glowSolid(ring(-6, -90, 18)) +
    solid(ring(72, -68, 18)) +
    hint('M-70 92a120 120 0 0 0 50 20'),

  pincelia:
    body(
      'M-10 34C-60 16 -104 48 -108 96C-110 122 -130 132 -152 136C-110 166 -20 156 4 100C14 74 8 44 -10 34z',
    ) +
    cover('M-4 36L108 -116C124 -138 158 -114 144 -90L34 62C24 54 10 44 -4 36z') +
    glow('M-150 -40C-110 -110 -60 -20 -30 -80C-16 -110 10 -120 40 -112') +
    hint('M28 -4L60 22'),

  cortavivo:
    body(box([-160, -130], [320, 168], 16)) +
    hint(times(6, (i) => `M${-136 + i * 54} -112v14M${-136 + i * 54} 8v14`)) +
    line('M-28 -82L44 -46L-28 -10z') +
    body(box([-160, 66], [130, 34], 8)) +
    body(box([-18, 66], [178, 34], 8)) +
    body(box([-160, 114], [220, 34], 8)) +
    glow('M14 46V162') +
    glowSolid('M-6 40h40l-20 24z'),

  tipoteca:
    hint('M-170 84H170M-170 -116H170M-170 -26H170') +
    line('M-150 84L-72 -116L6 84M-122 16H-22') +
    body(ring(88, 36, 48)) +
    glow('M136 -18V84'),

  renderia:
    body('M0 -150L130 -75V75L0 150L-130 75V-75z') +
    line('M-130 -75L0 0L130 -75M0 0V150') +
    hint('M0 -150V0M-130 75L0 0L130 75') +
    glow(polygon(6, 62)) +
    glowSolid(ring(0, 0, 9)),

  sonorama:
    body(box([-166, -146], [332, 300], 22)) +
    times(
      4,
      (i) =>
        hint(`M${-114 + i * 76} -112V96`) +
        cover(box([-140 + i * 76, [-14, -76, 34, -46][i]!], [52, 38], 11)) +
        (i === 1 ? glow : line)(`M${-128 + i * 76} ${[5, -57, 53, -27][i]}h28`),
    ) +
    solid(times(4, (i) => (i === 1 ? '' : ring(-114 + i * 76, 126, 7)))) +
    glowSolid(ring(-38, 126, 7)),
}
