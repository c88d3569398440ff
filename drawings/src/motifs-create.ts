import { body, box, glowBody, line, ring, times, tone } from './shapes.ts'

/** Top of the knob of each fader. */
const faderTops = [-6, -82, 44, -50] as const

/** Motifs of the category design, and the key of the category general. */
export const createMotifs: Record<string, string> = {
  'categoria-geral':
    tone('M-28 -30V140L-10 156L10 138V126L44 110V92L18 76V64L60 44V26L38 12V0L28 -10V-30z') +
    glowBody(ring(0, -74, 92)) +
    body(ring(0, -98, 24)),

  'categoria-design':
    body(
      'M20 -146C-94 -156 -166 -84 -160 6C-154 88 -92 144 -10 144C42 144 28 100 18 76C4 48 26 26 62 28C124 32 162 6 156 -46C148 -104 96 -138 20 -146z',
    ) +
    tone(ring(-92, 26, 28)) +
    tone(ring(-78, -62, 28)) +
    glowBody(ring(2, -98, 28)) +
    tone(ring(86, -62, 28)),

  pincelia:
    line('M-150 -60C-110 -130 -64 -40 -34 -100C-20 -130 6 -140 34 -132') +
    tone('M-16 42L104 -124C122 -148 164 -118 148 -90L36 74C24 62 2 52 -16 42z') +
    body('M8 0L58 38L36 74C24 62 2 52 -16 42z') +
    glowBody(
      'M-6 38C-62 16 -112 48 -116 100C-118 128 -138 138 -160 142C-116 174 -20 164 8 104C20 78 14 50 -6 38z',
    ),

  cortavivo:
    tone(box([-164, -154], [328, 194], 12)) +
    body('M-40 -116L62 -57L-40 2z') +
    body(box([-164, 66], [186, 76], 4)) +
    tone(box([22, 66], [142, 76], 4)) +
    glowBody('M-62 40H18V70L-8 92V164H-36V92L-62 70z'),

  tipoteca:
    tone('M-168 128L-92 -134H-44L32 128H-18L-32 72H-104L-118 128zM-92 28H-44L-68 -58z') +
    body(ring(88, 62, 72)) +
    glowBody(box([128, -20], [36, 156], 4)) +
    body(ring(88, 62, 26)),

  renderia:
    glowBody('M0 -156L138 -78L0 0L-138 -78z') +
    tone('M-138 -78L0 0V158L-138 80z') +
    body('M138 -78L0 0V158L138 80z') +
    line('M-69 -39V119M69 -39V119M-138 1L0 80L138 1'),

  sonorama:
    tone(box([-164, -150], [328, 304], 14)) +
    line(times(4, (i) => `M${-114 + i * 76} -114V116`)) +
    times(4, (i) => (i === 1 ? glowBody : body)(box([-142 + i * 76, faderTops[i]!], [56, 44], 4))),
}
