import { describe, expect, it } from 'vitest'

import { isAnswered, isBarTarget, isHttpLink, isPicture, tabOfSetting } from './settings-rules.ts'

describe('site settings', () => {
  it('links are http or https, a picture may be a path of the shop, empty means none [B170]', () => {
    for (const good of ['', 'https://discord.gg/x', 'http://a.b/c?d=1', 'HTTPS://a.b'])
      expect(isHttpLink(good), good).toBe(true)

    for (const bad of [
      'javascript:alert(1)',
      'discord.gg/x',
      'https://',
      'ftp://a.b',
      '//a.b',
      ' https://a.b',
      'x https://a.b',
      'https:///a',
      'https://a b',
      'https:/a.b',
    ])
      expect(isHttpLink(bad), bad).toBe(false)

    expect([
      isPicture('/favicon.svg'),
      isPicture('//elsewhere.test/x.png'),
      isPicture('/\\elsewhere.test'),
    ]).toEqual([true, false, false])

    expect(['', '/', 'https://a.b/x.png', '/a/b.png'].map(isPicture)).toEqual(Array(4).fill(true))
    expect(
      ['a.png', 'x/a.png', '/a b.png', '/a\\b.png', 'javascript:1', ' /a'].map(isPicture),
    ).toEqual(Array(6).fill(false))
  })

  it('the bar leads to https or to a path of the shop, or nowhere', () => {
    for (const target of [
      '',
      '/',
      '/products?category=vpn',
      '/ajuda#trocas',
      'https://a.b',
      'HTTPS://loja.example/x_y',
    ])
      expect(isBarTarget(target), target).toBe(true)

    for (const target of [
      'http://a.b',
      'javascript:alert(1)//https://a.b',
      'javascript:alert(1)',
      'products',
      ' /products',
      'x/products',
      '/a b',
      '//elsewhere.example',
      '/\\elsewhere.example',
      'https://',
      'https:///a',
      'https:// a',
      'https://a.b/c d',
      'x https://a.b',
      'https://[',
    ])
      expect(isBarTarget(target), target).toBe(false)
  })

  it('a question is complete with question and answer in one language, blanks not counted', () => {
    const answered = (askedPt: string, answerPt: string, askedEn = '', answerEn = '') =>
      isAnswered({ askedPt, answerPt, askedEn, answerEn })

    expect(answered('Como?', 'Assim.')).toBe(true)
    expect(answered('', '', 'How?', 'Like this.')).toBe(true)
    expect(answered('Como?', 'Assim.', 'How?', '')).toBe(true)
    expect(answered(' ', '', 'How?', 'Like this.')).toBe(true)

    expect(answered('', '')).toBe(false)
    expect(answered('Como?', ' ')).toBe(false)
    expect(answered(' ', 'Assim.')).toBe(false)
    expect(answered('', '', 'How?', '\t')).toBe(false)
    expect(answered('', '', '\n', 'Like this.')).toBe(false)
    expect(answered('Como?', '', '', 'Like this.')).toBe(false)
  })

  it('every setting has its tab [B099]', () => {
    const stands = {
      siteName: 'general',
      siteDescription: 'general',
      siteLogo: 'general',
      siteLogoDark: 'general',
      accentColor: 'general',
      heroTitlePt: 'general',
      heroTitleEn: 'general',
      heroLeadPt: 'general',
      heroLeadEn: 'general',
      siteFavicon: 'general',
      heroPicture: 'front',
      heroPicturePt: 'front',
      heroPictureEn: 'front',
      homeSections: 'front',
      questions: 'front',
      barOn: 'front',
      barTextPt: 'front',
      barTextEn: 'front',
      barLink: 'front',
      barFrom: 'front',
      barUntil: 'front',
      keysByMail: 'general',
      reviewsMode: 'general',
      reviewsBlocked: 'general',
      reviewInvites: 'general',
      maintenanceMode: 'maintenance',
      maintenanceMessage: 'maintenance',
      contactEmail: 'contact',
      supportDiscord: 'contact',
      discordSupportLink: 'contact',
      termsOfService: 'legal',
      privacyPolicy: 'legal',
      sellerName: 'legal',
      sellerTaxId: 'legal',
      sellerAddress: 'legal',
      somethingNew: 'general',
    }
    expect(Object.keys(stands).map(tabOfSetting)).toEqual(Object.values(stands))
  })
})
