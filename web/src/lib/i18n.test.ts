import { describe, expect, it } from 'vitest'
import { texts } from './i18n.ts'

describe('the direction of the text', () => {
  it("[S297] is right to left for Arabic, Hebrew, Persian, Urdu and the like, left to right for the shop's own", async () => {
    await texts.init({ lng: 'pt-BR', resources: {} })
    expect(
      ['ar', 'ar-EG', 'he', 'fa', 'ur', 'yi', 'ps'].map((language) => texts.dir(language)),
    ).toEqual(Array(7).fill('rtl'))
    expect(['pt-BR', 'en-US', 'es', 'zh'].map((language) => texts.dir(language))).toEqual(
      Array(4).fill('ltr'),
    )
  })
})
