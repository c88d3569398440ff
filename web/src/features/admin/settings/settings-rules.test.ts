import { describe, expect, it } from 'vitest'

import { isHttpLink, isPicture, tabOfSetting } from './settings-rules.ts'

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
