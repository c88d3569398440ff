import { expect, it } from 'vitest'

import { sourceOf } from './visit.ts'

it('a visit’s source is the campaign in its URL, else the referring site, else empty [P400]', () => {
  const shop = 'https://loja.example'
  for (const [address, referrer, source] of [
    ['/', '', ''],
    ['/?utm_source=instagram', 'https://l.instagram.com/', 'instagram'],
    ['/product/x?utm_source=Mail&utm_campaign=Natal%2026', '', 'Mail/Natal 26'],
    ['/?utm_campaign=natal', '', ''],
    ['/', 'https://www.google.com/search?q=chave+vigia', 'google.com'],
    ['/', `${shop}/products`, ''],
    ['/', 'not an address', ''],
    ['/?utm_source=', 'android-app://com.discord/', 'com.discord'],
  ] as const)
    expect(sourceOf(`${shop}${address}`, referrer), `${address} ${referrer}`).toBe(source)
})
