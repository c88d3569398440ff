import { expect, it } from 'vitest'

import { returnUrl } from './return-url.rules.ts'

it('the card page returns only to known pages of this shop, whatever the browser sends [Q61, D004]', () => {
  const back = (given: string | undefined) =>
    returnUrl(given, 'https://loja.test', '/status?session_id={CHECKOUT_SESSION_ID}')
  const status = 'https://loja.test/status?session_id={CHECKOUT_SESSION_ID}'
  expect(back('https://loja.test/success?x=1')).toBe(
    'https://loja.test/success?session_id={CHECKOUT_SESSION_ID}',
  )
  expect(back('https://loja.test/failed#x')).toBe(
    'https://loja.test/failed?session_id={CHECKOUT_SESSION_ID}',
  )
  expect(returnUrl('https://loja.test/status', 'https://loja.test', '/success')).toBe(
    'https://loja.test/status?session_id={CHECKOUT_SESSION_ID}',
  )
  expect(back('https://loja.test/checkout')).toBe('https://loja.test/checkout')

  for (const given of [
    undefined,
    '',
    'https://ladrao.test/status',
    'https://ladrao.test/success',
    'http://loja.test/status',
    'https://loja.test:8443/status',
    'https://loja.test@ladrao.test/status',
    'https://eu:senha@loja.test/status',
    '//ladrao.test/status',
    'https://loja.test\\@ladrao.test/status',
    'javascript:alert(1)',
    'https://loja.test/admin',
    'https://loja.test/success ',
    'https://loja.test/suc\ncess',
  ])
    expect([given, back(given)]).toEqual([given, status])
})
