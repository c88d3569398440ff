// The owner's accent colour in both themes. Only filled areas and lines have this colour, not text.
// Lightness changes in OKLCH, which keeps the perceived hue.

export type Theme = 'light' | 'dark'

/**
 * The accent of one theme: `color` of filled areas, `on` of the text on them, and `soft`, a
 * transparent tint behind selected rows. `isMoved` says that the chosen colour was darkened (light
 * theme) or lightened.
 */
export type Tone = { color: string; on: TextColor; soft: string; isMoved: boolean }

type TextColor = (typeof textColors)[number]

/** Colours of web/src/tokens.css: the two backgrounds of a filled area, and the muted text. */
const themeColors = {
  light: { grounds: ['#f7f5ec', '#ffffff'], muted: '#57553f', veil: 0.28, step: -0.005 },
  dark: { grounds: ['#11120e', '#191a15'], muted: '#a9a792', veil: 0.14, step: 0.005 },
} as const

const darkText = '#16130a'
const lightText = '#ffffff'

/** The colours that a text on an area may have. */
export const textColors = [darkText, lightText] as const

/** Minimum contrast of text. */
const leastOfText = 4.5

/** Minimum contrast between a filled area and the page. Low, since text identifies the area. */
const leastOfArea = 1.3

type Three = [number, number, number]

/** The accent of web/src/tokens.css, for a shop that chose no other. */
const houseAccent = '#ffd21f'

/** Whether a text is a colour as #rrggbb. */
export const isHexColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text)

const channelsOf = (hex: string): Three =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255) as Three

const hexOfChannels = (rgbChannels: Three): string =>
  `#${rgbChannels
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

const fromLinear = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

function luminance(hex: string): number {
  const [r, g, b] = channelsOf(hex).map(toLinear) as Three
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of two colours, 1 to 21, by WCAG. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Converts #rrggbb to OKLab: lightness and the two colour axes. */
function toOklab(hex: string): Three {
  const [r, g, b] = channelsOf(hex).map(toLinear) as Three
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)

  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/**
 * The RGB channels of an OKLab colour; a channel outside 0 to 1 means that sRGB cannot show the
 * colour.
 */
function fromOklab([lightness, a, b]: Three): Three {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3

  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** The most saturated displayable colour of this lightness and hue. */
function displayableColor(lightness: number, a: number, b: number): string {
  for (let chromaShare = 1; chromaShare > 0; chromaShare -= 0.02) {
    const rgbChannels = fromOklab([lightness, a * chromaShare, b * chromaShare])
    if (rgbChannels.every((value) => value >= -0.002 && value <= 1.002))
      return hexOfChannels(rgbChannels)
  }
  return hexOfChannels(fromOklab([lightness, 0, 0]))
}

const mixWithGround = (toneColor: string, ground: string, share: number): string => {
  const [over, under] = [channelsOf(toneColor), channelsOf(ground)]
  return hexOfChannels(over.map((value, i) => value * share + under[i]! * (1 - share)) as Three)
}

/** The text colour with the higher contrast on an area. */
const textOn = (area: string): TextColor =>
  contrast(darkText, area) >= contrast(lightText, area) ? darkText : lightText

const isUsable = (area: string, { grounds }: (typeof themeColors)[Theme]): boolean =>
  contrast(textOn(area), area) >= leastOfText &&
  grounds.every((ground) => contrast(area, ground) >= leastOfArea)

/** Opacity of the strongest tint of a colour on which the muted text is still readable. */
function veilOf(area: string, { grounds, muted, veil }: (typeof themeColors)[Theme]): number {
  const isReadable = (share: number) =>
    grounds.every((ground) => contrast(muted, mixWithGround(area, ground, share)) >= leastOfText)

  let share: number = veil
  while (share > 0.02 && !isReadable(share)) share -= 0.02

  return Math.round(share * 100) / 100
}

/** The tone of a colour in a theme: the colour itself if usable, otherwise the nearest colour. */
export function toneOf(chosen: string, theme: Theme): Tone {
  const colors = themeColors[theme]
  const [lightness, a, b] = toOklab(chosen)
  let area = chosen.toLowerCase()
  for (
    let newLightness = lightness + colors.step;
    !isUsable(area, colors) && newLightness > 0 && newLightness < 1;
    newLightness += colors.step
  )
    area = displayableColor(newLightness, a, b)
  const [r, g, blue] = channelsOf(area).map((value) => Math.round(value * 255))

  return {
    color: area,
    on: textOn(area),
    soft: `rgb(${r} ${g} ${blue} / ${veilOf(area, colors)})`,
    isMoved: area !== chosen.toLowerCase(),
  }
}

/** The tone of the owner's colour; of the house's where they chose none. */
export const accentTone = (accentColor: string, theme: Theme): Tone =>
  toneOf(isHexColor(accentColor) ? accentColor : houseAccent, theme)
