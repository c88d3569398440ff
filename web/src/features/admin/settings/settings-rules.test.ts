import { describe, expect, it } from 'vitest'
import { isLink, isPicture, tabOf } from './settings-rules.ts'

describe('site settings', () => {
  it('links are http or https, a picture may be a path of the shop, empty means none [B170]', () => {
    for (const good of ['', 'https://discord.gg/x', 'http://a.b/c?d=1'])
      expect(isLink(good), good).toBe(true)
    for (const bad of [
      'javascript:alert(1)',
      'discord.gg/x',
      'https://',
      'ftp://a.b',
      '//a.b',
      ' https://a.b',
    ])
      expect(isLink(bad), bad).toBe(false)
    expect([
      isPicture('/favicon.svg'),
      isPicture('//elsewhere.test/x.png'),
      isPicture('/\\elsewhere.test'),
    ]).toEqual([true, false, false])
  })
  it('every setting has its tab [B099]', () => {
    expect(
      ['siteFavicon', 'maintenanceMessage', 'discordSupportLink', 'privacyPolicy'].map(tabOf),
    ).toEqual(['general', 'maintenance', 'contact', 'legal'])
  })
})
