// The owner's accent colour as tones of both themes. Lightness changes in OKLCH, which keeps the
// perceived hue, until text in the colour is readable on every background of the theme.

export type Theme = 'light' | 'dark'

/** A tone of one theme, and whether the chosen colour was darkened (light theme) or lightened. */
export type Tone = { color: string; soft: string; isMoved: boolean }

/**
 * `grounds` are the backgrounds of accent text, and `veiledOn` the backgrounds of the translucent
 * accent layer, both from web/src/tokens.css. `veil` is the opacity of that layer.
 */
const themeColors = {
  light: {
    grounds: ['#f4f6fa', '#ffffff', '#edf1f7', '#e0e7f1'],
    veiledOn: ['#f4f6fa', '#ffffff'],
    veil: 0.1,
    step: -0.005,
  },
  dark: {
    grounds: ['#080b12', '#0e131d', '#151c29', '#1d2636'],
    veiledOn: ['#080b12', '#0e131d'],
    veil: 0.12,
    step: 0.005,
  },
} as const

const leastContrast = 4.5

type Three = [number, number, number]

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

/** Lightness and the two axes of colour in OKLab. */
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

const isReadable = (
  toneColor: string,
  { grounds, veiledOn, veil }: (typeof themeColors)[Theme],
): boolean =>
  [...grounds, ...veiledOn.map((ground) => mixWithGround(toneColor, ground, veil))].every(
    (ground) => contrast(toneColor, ground) >= leastContrast,
  )

/**
 * The accent colour for a theme: the chosen colour if it is readable on every background, otherwise
 * the nearest darker or lighter colour of its hue.
 */
export function toneOf(chosen: string, theme: Theme): Tone {
  const { step, veil } = themeColors[theme]
  const [lightness, a, b] = toOklab(chosen)
  let toneColor = chosen.toLowerCase()
  for (
    let newLightness = lightness + step;
    !isReadable(toneColor, themeColors[theme]) && newLightness > 0 && newLightness < 1;
    newLightness += step
  )
    toneColor = displayableColor(newLightness, a, b)
  const [r, g, blue] = channelsOf(toneColor).map((value) => Math.round(value * 255))

  return {
    color: toneColor,
    soft: `rgb(${r} ${g} ${blue} / ${veil})`,
    isMoved: toneColor !== chosen.toLowerCase(),
  }
}
