/** The layout of a drawn screen of a program (drawings/src/screens). */
export type ScreenLayout =
  | 'canvas'
  | 'chart'
  | 'code'
  | 'gauge'
  | 'nodes'
  | 'scene'
  | 'steps'
  | 'switches'
  | 'table'
  | 'tracks'

/** One drawn screen: a heading and three lines, in the words of the product's description. */
export type DemoScreen = {
  layout: ScreenLayout
  words: readonly [heading: string, string, string, string]
}

/** The gallery of a product. */
export type DemoScreens = readonly [DemoScreen, DemoScreen, DemoScreen]

export const demoScreen = (layout: ScreenLayout, ...words: DemoScreen['words']): DemoScreen => ({
  layout,
  words,
})
